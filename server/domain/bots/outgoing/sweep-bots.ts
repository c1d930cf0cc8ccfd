import { deliverBotLane } from '../../../jobs/deliver-bot-lane.ts'
import type { Services } from '../../../services.ts'
import { handOffOrphans } from '../handover/hand-off-orphans.ts'

/** A lane that is due for longer than this has lost its job: Redis was emptied, or the process died too early. */
const OVERDUE_MS = 5_000
const BATCH = 1000

/** Wakes lanes whose events are overdue, and frees chats whose bot is gone. */
export async function sweepBots(services: Services): Promise<void> {
  const overdue = new Date(Date.now() - OVERDUE_MS)
  const lanes = await services.db.botEvent.findMany({
    where: {
      state: 'PENDING',
      nextAttemptAt: { lt: overdue },
      OR: [{ claimedUntil: null }, { claimedUntil: { lt: new Date() } }],
    },
    distinct: ['chatId'],
    select: { chatId: true },
    orderBy: { nextAttemptAt: 'asc' },
    take: BATCH,
  })
  const chats = lanes.flatMap(({ chatId }) => (chatId ? [{ chatId }] : []))
  if (chats.length > 0) await services.queues.enqueue(deliverBotLane, chats)
  await handOffOrphans(services)
}
