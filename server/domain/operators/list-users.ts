import type { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

const account = { account: { select: { name: true } } } satisfies Prisma.UserInclude

/** A person and the account that they belong to. */
export type InstallationUser = Prisma.UserGetPayload<{ include: typeof account }>

/** Every person of the installation, or of one account; for those who run it. */
export function listUsers(
  { db }: Services,
  { accountId }: { accountId: string | null },
): Promise<InstallationUser[]> {
  return db.user.findMany({
    where: accountId ? { accountId } : {},
    include: account,
    orderBy: [{ accountId: 'asc' }, { email: 'asc' }],
  })
}
