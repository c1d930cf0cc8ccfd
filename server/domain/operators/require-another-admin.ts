import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { lockAccount } from '../accounts/lock-account.ts'

/**
 * Throws `last_admin` when nobody but this user could configure the account. It locks the account, so that two admins
 * cannot remove each other at once: call it last.
 */
export async function requireAnotherAdmin(tx: Tx, accountId: string, userId: string): Promise<void> {
  await lockAccount(tx, accountId)
  const others = await tx.user.count({
    where: { accountId, role: 'ADMIN', deactivatedAt: null, id: { not: userId } },
  })
  if (others > 0) return
  throw new AppError('last_admin', 'This is the last admin. Make someone else an admin first.', {
    field: 'input.id',
  })
}
