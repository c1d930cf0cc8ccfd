import { Temporal } from 'temporal-polyfill'
import type { OutboxItem } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'

/** Ends an item that cannot be composed now, so that the sweep queues another as soon as the week is counted. */
export function queueAgain({ db }: Services, { id, receiverId }: OutboxItem, week: string): Promise<void> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.outboxItem.updateMany({
      where: { id, state: 'PENDING' },
      data: {
        state: 'SKIPPED',
        finishedAt: new Date(),
        claimedUntil: null,
        note: 'Its figures were being counted again. Another report follows.',
      },
    })
    if (count === 0) return
    const weekBefore = Temporal.PlainDate.from(week).subtract({ weeks: 1 }).toString()
    await tx.user.updateMany({
      where: { id: receiverId, lastWeeklyReport: new Date(week) },
      data: { lastWeeklyReport: new Date(weekBefore) },
    })
  })
}
