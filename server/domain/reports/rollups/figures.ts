import type { Histogram } from './histogram.ts'
import type { FactKind } from './packed-facts.ts'

const COUNTS = [
  'chats',
  'answered',
  'missed',
  'byBot',
  'positive',
  'negative',
  'transfers',
  /** The sum of the chats at once, and of how many chats it is. */
  'atOnce',
  'accepted',
  'firstReplyOnTime',
  'firstReplyLate',
  'closedOnTime',
  'closedLate',
] as const
export const TIMES = ['firstReplyInHours', 'firstReplyOutOfHours', 'reply', 'handling'] as const

export type FigureTime = (typeof TIMES)[number]

/** What was counted of a number of chats. Sums of figures are figures. */
export type Figures = Record<(typeof COUNTS)[number], number> & Record<FigureTime, Histogram>

/** Figures as they are stored: without what is zero. */
export type StoredFigures = Partial<Figures>

export function noFigures(): Figures {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, 0]))
  const times = Object.fromEntries(TIMES.map((name) => [name, {}]))
  return { ...counts, ...times } as Figures
}

/** Counts a chat, without its times. */
export function addKind(figures: Figures, kind: FactKind): void {
  const { outcome, rating, transfers, chatsAtOnce, firstReplyOnTime, closedOnTime } = kind
  figures.chats += 1
  if (outcome === 'ANSWERED') figures.answered += 1
  if (outcome === 'MISSED') figures.missed += 1
  if (outcome === 'BOT') figures.byBot += 1
  if (rating === 'POSITIVE') figures.positive += 1
  if (rating === 'NEGATIVE') figures.negative += 1
  figures.transfers += transfers
  if (chatsAtOnce !== null) {
    figures.atOnce += chatsAtOnce
    figures.accepted += 1
  }
  if (firstReplyOnTime !== null) figures[firstReplyOnTime ? 'firstReplyOnTime' : 'firstReplyLate'] += 1
  if (closedOnTime !== null) figures[closedOnTime ? 'closedOnTime' : 'closedLate'] += 1
}

/** Adds figures to others. */
export function addFigures(sum: Figures, figures: StoredFigures): void {
  for (const name of COUNTS) sum[name] += figures[name] ?? 0
  for (const name of TIMES) addHistogram(sum[name], figures[name])
}

/** Adds a histogram to another. */
function addHistogram(sum: Histogram, histogram: Histogram = {}): void {
  for (const seconds in histogram) sum[seconds] = (sum[seconds] ?? 0) + (histogram[seconds] ?? 0)
}

/** Figures as they are stored. */
export function storedFigures(figures: Figures): StoredFigures {
  const isSomething = ([, value]: [string, number | Histogram]) =>
    typeof value === 'number' ? value > 0 : Object.keys(value).length > 0
  return Object.fromEntries(Object.entries(figures).filter(isSomething))
}
