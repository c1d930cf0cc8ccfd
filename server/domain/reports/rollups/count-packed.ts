import type { ReportDimension } from '../../../generated/prisma/client.ts'
import { addCounts, type Figures, type FigureTime } from './figures.ts'
import type { Histogram } from './histogram.ts'
import type { PackedFacts } from './packed-facts.ts'

/** Only the chats with one of these values of a dimension. */
export interface PackedCondition {
  dimension: Exclude<ReportDimension, 'ALL'>
  keys: readonly string[]
}

interface CountPacked {
  conditions?: readonly PackedCondition[]
  by: ReportDimension
  times: readonly FigureTime[]
  /** Where the chats with a value of the dimension are counted; null is nowhere. */
  figuresOf: (key: string) => Figures | null
}

/** Counts those of packed facts that fulfil all conditions, by the values of a dimension. */
export function countPacked(
  facts: PackedFacts,
  { conditions = [], by, times, figuresOf }: CountPacked,
): void {
  const rows = rowsWith(facts, conditions)
  const addTimes = timesAdder(facts, times)
  const { kinds } = facts
  const kindOf = facts.columns.kind.items
  const count = (row: number, figures: Figures) => {
    const counted = kinds[kindOf[row] as number]
    if (!counted) throw new Error('A fact has no kind.')
    addCounts(figures, counted.counts)
    addTimes(figures, row, counted.kind.inHours)
  }
  if (by === 'ALL') {
    const figures = rows.length > 0 && figuresOf('')
    if (figures) for (const row of rows) count(row, figures)
    return
  }
  const { items, ends } = facts.columns[by]
  const found = new Array<Figures | null | undefined>(facts.keys[by].length).fill(undefined)
  for (const row of rows) {
    const end = ends ? (ends[row] as number) : row + 1
    for (let at = ends ? row && (ends[row - 1] as number) : row; at < end; at += 1) {
      const number = items[at] as number
      let figures = found[number]
      if (figures === undefined) {
        figures = figuresOf(facts.keys[by][number] ?? '')
        found[number] = figures
      }
      if (figures) count(row, figures)
    }
  }
}

/** Adds how many chats each page has of those that fulfil all conditions. */
export function countPages(
  facts: PackedFacts,
  conditions: readonly PackedCondition[],
  chats: Map<string, number>,
): void {
  const { items } = facts.columns.PAGE
  const counts = new Uint32Array(facts.keys.PAGE.length)
  for (const row of rowsWith(facts, conditions)) {
    const page = items[row] as number
    counts[page] = (counts[page] as number) + 1
  }
  facts.keys.PAGE.forEach((page, number) => {
    const count = counts[number] ?? 0
    if (count > 0) chats.set(page, (chats.get(page) ?? 0) + count)
  })
}

/** The rows that were last found: a report counts those of its filter several times. */
const lastRows = new WeakMap<PackedFacts, { asked: string; rows: Uint32Array }>()

function rowsWith(facts: PackedFacts, conditions: readonly PackedCondition[]): Uint32Array {
  const asked = JSON.stringify(conditions)
  const last = lastRows.get(facts)
  if (last?.asked === asked) return last.rows
  const rows = new Uint32Array(facts.length)
  for (let row = 0; row < rows.length; row += 1) rows[row] = row
  const found = conditions.reduce((left, condition) => narrow(facts, condition, rows, left), rows.length)
  const kept = rows.slice(0, found)
  lastRows.set(facts, { asked, rows: kept })
  return kept
}

/** Moves those of the first rows that fulfil a condition to the front; returns how many they are. Runs a million times. */
function narrow(
  { columns, keys: meanings }: PackedFacts,
  { dimension, keys }: PackedCondition,
  rows: Uint32Array,
  length: number,
): number {
  const { items, ends } = columns[dimension]
  const wanted = Uint8Array.from(meanings[dimension], (key) => (keys.includes(key) ? 1 : 0))
  let kept = 0
  for (let index = 0; index < length; index += 1) {
    const row = rows[index] as number
    let fits = 0
    const end = ends ? (ends[row] as number) : row + 1
    for (let at = ends ? row && (ends[row - 1] as number) : row; at < end; at += 1)
      fits |= wanted[items[at] as number] as number
    if (fits) {
      rows[kept] = row
      kept += 1
    }
  }
  return kept
}

function timesAdder({ columns, times: buckets }: PackedFacts, times: readonly FigureTime[]) {
  const { handling, replies } = columns
  const wantsInHours = times.includes('firstReplyInHours')
  const wantsOutOfHours = times.includes('firstReplyOutOfHours')
  const wantsReply = times.includes('reply')
  const wantsHandling = times.includes('handling')
  const add = (histogram: Histogram, number: number | undefined) =>
    histogram.add(buckets[number as number] as number)
  return (figures: Figures, row: number, inHours: boolean) => {
    const first = replies.ends?.[row - 1] ?? 0
    const end = replies.ends?.[row] ?? 0
    if (first < end && (inHours ? wantsInHours : wantsOutOfHours))
      add(inHours ? figures.firstReplyInHours : figures.firstReplyOutOfHours, replies.items[first])
    if (wantsReply) for (let at = first; at < end; at += 1) add(figures.reply, replies.items[at])
    if (wantsHandling && handling.items[row]) add(figures.handling, handling.items[row])
  }
}
