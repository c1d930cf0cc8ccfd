import type { Services } from '../../../services.ts'

/** Whether an operator of the channel is connected and available. */
export async function hasOnlineOperator(
  { db, presence }: Services,
  { accountId, channelId }: { accountId: string; channelId: string },
): Promise<boolean> {
  const connected = await presence.connectedUsers(accountId)
  if (connected.size === 0) return false
  const available = await db.channelOperator.count({
    where: { channelId, user: { id: { in: [...connected] }, available: true, deactivatedAt: null } },
  })
  return available > 0
}
