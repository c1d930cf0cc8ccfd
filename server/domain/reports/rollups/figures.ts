import type { ChatFact } from '../../../generated/prisma/client.ts'
import { Histogram, type StoredHistogram } from './histogram.ts'

/** The parts of a fact that are counted, apart from its times: many chats have them in common. */
export type FactKind = Pick<
  ChatFact,
  'outcome' | 'rating' | 'inHours' | 'transfers' | 'chatsAtOnce' | 'firstReplyOnTime' | 'closedOnTime'
>

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

/** What was counted of a number of chats, without their times. */
export type Counts = Record<(typeof COUNTS)[number], number>

/** What was counted of a number of chats. Sums of figures are figures. */
export type Figures = Counts & Record<FigureTime, Histogram>

/** Figures as they are stored: without what is zero. */
export type StoredFigures = Partial<Counts & Record<FigureTime, StoredHistogram>>

/** Written out: an object that is made of a list of names is several times as slow to count in. */
export function noFigures(): Figures {
  return {
    chats: 0,
    answered: 0,
    missed: 0,
    byBot: 0,
    positive: 0,
    negative: 0,
    transfers: 0,
    atOnce: 0,
    accepted: 0,
    firstReplyOnTime: 0,
    firstReplyLate: 0,
    closedOnTime: 0,
    closedLate: 0,
    firstReplyInHours: new Histogram(),
    firstReplyOutOfHours: new Histogram(),
    reply: new Histogram(),
    handling: new Histogram(),
  }
}

/** What a chat of a kind counts as, without its times. */
export function countsOf(kind: FactKind): Counts {
  const { outcome, rating, transfers, chatsAtOnce, firstReplyOnTime, closedOnTime } = kind
  return {
    chats: 1,
    answered: Number(outcome === 'ANSWERED'),
    missed: Number(outcome === 'MISSED'),
    byBot: Number(outcome === 'BOT'),
    positive: Number(rating === 'POSITIVE'),
    negative: Number(rating === 'NEGATIVE'),
    transfers,
    atOnce: chatsAtOnce ?? 0,
    accepted: Number(chatsAtOnce !== null),
    firstReplyOnTime: Number(firstReplyOnTime === true),
    firstReplyLate: Number(firstReplyOnTime === false),
    closedOnTime: Number(closedOnTime === true),
    closedLate: Number(closedOnTime === false),
  }
}

/** Adds counts to figures. Runs a million times, so the names are written out. */
export function addCounts(sum: Figures, counts: Counts): void {
  sum.chats += counts.chats
  sum.answered += counts.answered
  sum.missed += counts.missed
  sum.byBot += counts.byBot
  sum.positive += counts.positive
  sum.negative += counts.negative
  sum.transfers += counts.transfers
  sum.atOnce += counts.atOnce
  sum.accepted += counts.accepted
  sum.firstReplyOnTime += counts.firstReplyOnTime
  sum.firstReplyLate += counts.firstReplyLate
  sum.closedOnTime += counts.closedOnTime
  sum.closedLate += counts.closedLate
}

/** Adds figures to others. */
export function addFigures(sum: Figures, figures: Figures): void {
  addCounts(sum, figures)
  for (const name of TIMES) sum[name].addAll(figures[name])
}

/** Adds figures that were stored to others. */
export function addStoredFigures(sum: Figures, figures: StoredFigures): void {
  for (const name of COUNTS) sum[name] += figures[name] ?? 0
  for (const name of TIMES) sum[name].addStored(figures[name] ?? {})
}

/** Figures as they are stored. */
export function storedFigures(figures: Figures): StoredFigures {
  const counts = COUNTS.map((name) => [name, figures[name]] as const).filter(([, count]) => count > 0)
  const times = TIMES.map((name) => [name, figures[name].entries()] as const)
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => [name, Object.fromEntries(entries)] as const)
  return Object.fromEntries<number | StoredHistogram>([...counts, ...times])
}
