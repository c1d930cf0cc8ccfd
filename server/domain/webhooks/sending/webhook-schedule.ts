import type { Schedule } from '../../../outbox/schedule.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long after the end of each failed attempt the next one follows. */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/**
 * A pause is extended at random by up to this fraction, so that a receiver that recovers does not get everything at
 * once.
 */
const JITTER = 0.2
/** Retry-After is respected up to this. */
const LONGEST_ASKED_MS = 24 * HOUR

/**
 * After three failures, later events of the chat are no longer held back: many receivers always answer 500 to one
 * kind of event. `webhookOrder` says when they wait for one attempt only.
 */
export const webhookSchedule: Schedule = {
  attempts: WAITS.length + 1,
  failsLate: false,
  yieldsAfter: 3,
  next({ attempts, endedAt, answer }) {
    const planned = (WAITS[attempts - 1] ?? 0) * (1 + JITTER * Math.random())
    const asked = answer?.kind === 'answered' ? retryAfterMs(answer.headers['retry-after'], endedAt) : 0
    return new Date(endedAt.getTime() + Math.max(planned, asked))
  },
}

/** Retry-After in seconds or as a date (RFC 9110, section 10.2.3); 0 for anything else. */
function retryAfterMs(header: string | undefined, now: Date): number {
  if (!header) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now.getTime()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_ASKED_MS)
}
