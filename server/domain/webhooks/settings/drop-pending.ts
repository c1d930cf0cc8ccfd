import type { Tx } from '../../../database/client.ts'
import type { WebhookEndpoint } from '../../../generated/prisma/client.ts'
import { SWITCHED_OFF, WEBHOOK } from '../sending/webhook.ts'

/**
 * Drops the pending events of an endpoint. A worker that has claimed one checks before the next attempt whether it is
 * still wanted.
 */
export async function dropPending(
  tx: Tx,
  { id: receiverId, accountId }: Pick<WebhookEndpoint, 'id' | 'accountId'>,
): Promise<void> {
  const now = new Date()
  await tx.outboxItem.updateMany({
    where: {
      accountId,
      receiverId,
      kind: WEBHOOK,
      state: 'PENDING',
      OR: [{ claimedUntil: null }, { claimedUntil: { lt: now } }],
    },
    data: { state: 'SKIPPED', finishedAt: now, note: SWITCHED_OFF },
  })
  await tx.crmAnswer.updateMany({
    where: { endpointId: receiverId, assignState: 'PENDING' },
    data: { assignState: 'FAILED', assignReason: SWITCHED_OFF },
  })
}
