import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'

/**
 * Throws `last_admin` when nobody but this user could configure the account. The transaction must hold the account
 * (`lockAccount`), or two admins could remove each other at once.
 */
export async function requireAnotherAdmin(tx: Tx, accountId: string, userId: string): Promise<void> {
  const others = await tx.user.count({
    where: { accountId, role: 'ADMIN', deactivatedAt: null, id: { not: userId } },
  })
  if (others > 0) return
  throw new AppError('last_admin', 'This is the last admin. Make someone else an admin first.', {
    field: 'input.id',
  })
}
