import type { Figures } from './rollups/figures.ts'
import { TimesOf } from './rollups/histogram.ts'

/** Times of a report, in seconds. */
export interface ReportTimes {
  count: number
  /** Null when there are none. */
  median: number | null
  p90: number | null
}

/** How many chats met a target, of those that had one. */
export interface ReportTarget {
  met: number
  missed: number
}

/** The figures that a report shows. */
export interface ReportFigures {
  chats: number
  answered: number
  missed: number
  answeredByBot: number
  ratedPositive: number
  ratedNegative: number
  transfers: number
  /** Null when no operator accepted a chat. */
  chatsAtOnce: number | null
  firstReply: ReportTimes
  firstReplyInHours: ReportTimes
  firstReplyOutOfHours: ReportTimes
  reply: ReportTimes
  handling: ReportTimes
  firstReplyTarget: ReportTarget
  closingTarget: ReportTarget
}

/** What a report shows of what was counted. */
export function reportFigures(figures: Figures): ReportFigures {
  const { chats, answered, missed, byBot, positive, negative, transfers, atOnce, accepted } = figures
  const { firstReplyInHours, firstReplyOutOfHours, reply, handling } = figures
  return {
    chats,
    answered,
    missed,
    answeredByBot: byBot,
    ratedPositive: positive,
    ratedNegative: negative,
    transfers,
    chatsAtOnce: accepted > 0 ? atOnce / accepted : null,
    firstReply: new TimesOf(firstReplyInHours, firstReplyOutOfHours),
    firstReplyInHours: new TimesOf(firstReplyInHours),
    firstReplyOutOfHours: new TimesOf(firstReplyOutOfHours),
    reply: new TimesOf(reply),
    handling: new TimesOf(handling),
    firstReplyTarget: { met: figures.firstReplyOnTime, missed: figures.firstReplyLate },
    closingTarget: { met: figures.closedOnTime, missed: figures.closedLate },
  }
}
