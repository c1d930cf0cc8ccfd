import type { Tx } from '../../../database/client.ts'
import type { WebhookEndpoint } from '../../../generated/prisma/client.ts'
import { SWITCHED_OFF, WEBHOOK } from '../sending/webhook.ts'

/** Ends what waits for an endpoint. Whoever has claimed something looks before the next attempt whether it is wanted. */
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
