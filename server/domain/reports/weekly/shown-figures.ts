import type { ReportFigures, ReportTarget, ReportTimes } from '../report-figures.ts'
import { spellSeconds } from './spell-seconds.ts'

/** A figure of the weekly report, in words. */
interface ShownFigure {
  label: string
  value: string
  /** The same of the week before. */
  before: string
}

interface Shown {
  label: string
  /** Null when there is nothing to show. */
  show(figures: ReportFigures): string | null
}

const NOTHING = '–'
const number = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent' })

/** The figures that matter most, in the order of the report. */
const shown: Shown[] = [
  { label: 'Chats', show: ({ chats }) => number.format(chats) },
  { label: 'Answered', show: ({ answered, chats }) => shareOf(answered, chats) },
  { label: 'Missed', show: ({ missed, chats }) => shareOf(missed, chats) },
  { label: 'First reply', show: ({ firstReply }) => timesOf(firstReply) },
  { label: 'First reply in time', show: ({ firstReplyTarget }) => metOf(firstReplyTarget) },
  { label: 'Closed in time', show: ({ closingTarget }) => metOf(closingTarget) },
  {
    label: 'Rated positively',
    show: ({ ratedPositive, ratedNegative }) => metOf({ met: ratedPositive, missed: ratedNegative }),
  },
]

/** The figures of a week beside those of the week before, without those that neither has. */
export function shownFigures(figures: ReportFigures, before: ReportFigures): ShownFigure[] {
  return shown.flatMap(({ label, show }) => {
    const [value, earlier] = [show(figures), show(before)]
    return value === null && earlier === null
      ? []
      : [{ label, value: value ?? NOTHING, before: earlier ?? NOTHING }]
  })
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? number.format(part) : `${number.format(part)} (${percent.format(part / whole)})`
}

function metOf({ met, missed }: ReportTarget): string | null {
  return met + missed === 0
    ? null
    : `${percent.format(met / (met + missed))} of ${number.format(met + missed)}`
}

function timesOf({ median, p90 }: ReportTimes): string | null {
  return median === null || p90 === null ? null : `${spellSeconds(median)}, 90% within ${spellSeconds(p90)}`
}
