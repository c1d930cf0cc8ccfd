import type { OpeningHours } from '../../hours/opening-hours.ts'
import type { Utm } from '../../visits/page.ts'

/** What rules ask about: a chat, its visitor and the moment. Unknown values are null or empty, and fit no comparison. */
export interface RuleSubject {
  channelId: string
  page: string | null
  referrer: string | null
  utm: Utm
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** BCP 47, in any case. */
  language: string | null
  /** The data of the page about the visitor, by title, key or name. */
  customData: readonly { key: string; value: string }[]
  tagIds: readonly string[]
  /** Why the bot asked for an operator: the `reason` of its INVITE_AGENT. */
  botReason: string | null
  /** Whether an operator answered the visitor in an earlier chat. */
  isReturning: boolean
  /** The hours of the chat. */
  hours: OpeningHours | null
  at: Date
}
