import { transact } from '../../events/transact.ts'
import type { OutboxItem } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { answerUpdated } from '../offline-messages/answer-updated.ts'

/** Keeps a mail that a worker has claimed, because no SMTP server is configured. */
export function keepMail(services: Services, item: OutboxItem): Promise<void> {
  return transact(services, async ({ tx, recordAll }) => {
    const { count } = await tx.outboxItem.updateMany({
      where: { id: item.id, state: 'PENDING' },
      data: { state: 'KEPT', claimedUntil: null, startedAt: null, attempts: 0 },
    })
    if (count > 0) await recordAll((await answerUpdated(tx, item)).map((event) => ({ event })))
  })
}
