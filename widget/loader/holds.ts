import type { SvcCondition } from '../svc-api.d.ts'

/** What a page and its visitor are like at one moment. */
export interface Facts {
  secondsOnPage: number
  secondsOnSite: number
  pagesSeen: number
  url: string
  title: string
  /** Where the visit came from. */
  referrer: string
  isReturning: boolean
  isOnline: boolean
  /** How far down the page has been, in per cent. */
  scrolled: number
  /** Whether the pointer has left the page at its top. */
  isLeaving: boolean
  now: Date
}

/** Whether a condition of a trigger holds. One of an unknown type does not. */
export function holds(condition: SvcCondition, facts: Facts): boolean {
  switch (condition.type) {
    case 'time_on_page':
      return facts.secondsOnPage >= condition.seconds
    case 'time_on_site':
      return facts.secondsOnSite >= condition.seconds
    case 'pages_seen':
      return facts.pagesSeen >= condition.count
    case 'page_url':
      return matches(facts.url, condition)
    case 'page_title':
      return matches(facts.title, condition)
    case 'referrer':
      return matches(facts.referrer, condition)
    case 'returning_visitor':
      return facts.isReturning === condition.value
    case 'operators_online':
      return facts.isOnline === condition.value
    case 'scroll_depth':
      return facts.scrolled >= condition.percent
    case 'exit_intent':
      return facts.isLeaving
    case 'time_of_day':
      return isWithin(condition, facts.now)
    default:
      return false
  }
}

function matches(text: string, { operator, value }: { operator: string; value: string }): boolean {
  const within = text.toLowerCase()
  const looked = value.toLowerCase()
  if (operator === 'is') return within === looked
  if (operator === 'is_not') return within !== looked
  if (operator === 'begins') return within.startsWith(looked)
  if (operator === 'ends') return within.endsWith(looked)
  return within.includes(looked) === (operator === 'contains')
}

function isWithin({ from, to, days }: { from: string; to: string; days?: number[] }, now: Date): boolean {
  const time = now.toTimeString().slice(0, 5)
  const isNight = from > to
  // After midnight it is still the day on which it began.
  const day = (now.getDay() + (isNight && time < to ? 5 : 6)) % 7
  if (days && !days.includes(day + 1)) return false
  return isNight ? time >= from || time < to : time >= from && time < to
}
