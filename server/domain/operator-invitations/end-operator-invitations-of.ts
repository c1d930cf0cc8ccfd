import type { Tx } from '../../database/client.ts'
import { open } from './pending.ts'

/**
 * Ends the links of somebody who is no longer an admin. For good: should they become one again, nobody would expect
 * that links from before work.
 */
export async function endOperatorInvitationsOf(tx: Tx, userId: string): Promise<void> {
  await tx.userInvitation.updateMany({
    where: { invitedById: userId, endedAt: null, ...open() },
    data: { endedAt: new Date() },
  })
}
