import { outboxKinds } from '../../server/outbox/kinds.ts'
import type { OutboxKind } from '../../server/outbox/outbox-kind.ts'

/** A pause of three seconds takes 150 ms. */
const TIMES = 20

/**
 * What is sent out, with the pauses between attempts so much shorter, for tests of what follows from several attempts.
 * Everything else is as in earnest: how many attempts there are, and how long each of them waits for an answer.
 * `test/outbox/schedules.test.ts` shows the pauses themselves.
 */
export const hurriedKinds: readonly OutboxKind[] = outboxKinds.map((kind) => {
  const { schedule } = kind
  const next: typeof schedule.next = (failed) => {
    const now = failed.endedAt.getTime()
    return new Date(now + (schedule.next(failed).getTime() - now) / TIMES)
  }
  return { ...kind, schedule: { ...schedule, next } }
})
