import type { Tx } from '../../database/client.ts'
import { whereOpen } from './invitation-conditions.ts'

/**
 * Ends the links of somebody who is no longer an admin, permanently: if they become one again, nobody would expect
 * the earlier links to work.
 */
export async function endOperatorInvitationsOf(tx: Tx, userId: string): Promise<void> {
  await tx.userInvitation.updateMany({
    where: { invitedById: userId, endedAt: null, ...whereOpen() },
    data: { endedAt: new Date() },
  })
}
