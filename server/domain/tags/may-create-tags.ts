import type { Db, Tx } from '../../database/client.ts'
import type { Viewer } from '../viewer.ts'

/** Whether the viewer may create tags: admins always, operators where the account allows it. */
export async function mayCreateTags(
  db: Db | Tx,
  { role, accountId }: Pick<Viewer, 'role' | 'accountId'>,
): Promise<boolean> {
  if (role === 'ADMIN') return true
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { operatorsCreateTags: true },
  })
  return account.operatorsCreateTags
}
