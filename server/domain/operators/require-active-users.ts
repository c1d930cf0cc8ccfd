import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'

/**
 * The ids, each once, when all of them are people of the account who can sign in. Throws `invalid_request` with
 * the field otherwise.
 */
export async function requireActiveUsers(
  tx: Tx,
  { accountId, ids, field }: { accountId: string; ids: string[]; field: string },
): Promise<string[]> {
  const wanted = [...new Set(ids)]
  const found = await tx.user.count({ where: { id: { in: wanted }, accountId, deactivatedAt: null } })
  if (found === wanted.length) return wanted
  throw new AppError('invalid_request', 'One of these operators does not exist or is deactivated.', { field })
}
