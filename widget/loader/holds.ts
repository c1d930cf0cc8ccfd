import type { SvcCondition } from '../svc-api.d.ts'

/** The state of a page and its visitor at one moment, by type of condition. */
export interface Facts {
  /** In seconds. */
  time_on_page: number
  time_on_site: number
  pages_seen: number
  page_url: string
  page_title: string
  /** Where the visit came from. */
  referrer: string
  returning_visitor: boolean
  operators_online: boolean
  /** How far down the page has been, in per cent. */
  scroll_depth: number
  /** Whether the pointer has left the page at its top. */
  exit_intent: boolean
  time_of_day: Date
}

type Parts = { seconds?: number; count?: number; percent?: number; operator?: string; value?: unknown }

/** Whether a condition of a trigger holds. One of an unknown type does not. */
export function holds(condition: SvcCondition, facts: Facts): boolean {
  const fact = facts[condition.type]
  if (condition.type === 'time_of_day') return isWithin(condition, facts.time_of_day)
  const { seconds, count, percent, operator = '', value = true }: Parts = condition as Parts
  if (typeof fact === 'number') return fact >= (seconds ?? count ?? percent ?? 0)
  return typeof fact === 'string' ? matches(fact, operator, `${value}`) : fact === value
}

function matches(given: string, operator: string, value: string): boolean {
  const text = given.toLowerCase()
  const part = value.toLowerCase()
  const [how, isNot] = operator.split('_')
  const found =
    how === 'is'
      ? text === part
      : how === 'begins'
        ? text.startsWith(part)
        : how === 'ends'
          ? text.endsWith(part)
          : text.includes(part)
  return found !== Boolean(isNot)
}

function isWithin({ from, to, days }: { from: string; to: string; days?: number[] }, now: Date): boolean {
  const time = now.toTimeString().slice(0, 5)
  const isNight = from > to
  // After midnight it is still the day on which it began.
  const day = ((now.getDay() + (isNight && time < to ? 5 : 6)) % 7) + 1
  if (days?.includes(day) === false) return false
  return isNight ? time >= from || time < to : time >= from && time < to
}
