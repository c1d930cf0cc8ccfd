import type { ReportDimension } from '../../../generated/prisma/client.ts'
import { addKind, type Figures, type FigureTime } from './figures.ts'
import { addTime } from './histogram.ts'
import type { Column, PackedFacts } from './packed-facts.ts'

/** Only the chats with one of these values of a dimension. */
export interface PackedCondition {
  dimension: Exclude<ReportDimension, 'ALL'>
  keys: readonly string[]
}

interface CountPacked {
  conditions?: readonly PackedCondition[]
  by: ReportDimension
  times: readonly FigureTime[]
  /** Where the chats with a value of the dimension are counted. */
  figuresOf: (key: string) => Figures
}

/** Counts those of packed facts that fulfil all conditions, by the values of a dimension. */
export function countPacked(
  facts: PackedFacts,
  { conditions = [], by, times, figuresOf }: CountPacked,
): void {
  const rows = rowsWith(facts, conditions)
  const addTimes = timesAdder(facts, times)
  const count = (row: number, figures: Figures) => {
    const kind = facts.kinds[facts.columns.kind.items[row] as number]
    if (!kind) throw new Error('A fact has no kind.')
    addKind(figures, kind)
    addTimes(figures, row, kind.inHours)
  }
  if (by === 'ALL') {
    if (rows.length === 0) return
    const figures = figuresOf('')
    for (const row of rows) count(row, figures)
    return
  }
  const { items, ends } = facts.columns[by]
  const found: (Figures | undefined)[] = []
  for (const row of rows) {
    const end = ends ? (ends[row] ?? 0) : row + 1
    for (let at = ends ? (ends[row - 1] ?? 0) : row; at < end; at += 1) {
      const number = items[at] as number
      found[number] ??= figuresOf(facts.keys[by][number] ?? '')
      count(row, found[number])
    }
  }
}

/** The rows that were last found: a report counts those of its filter several times. */
const lastRows = new WeakMap<PackedFacts, { asked: string; rows: Uint32Array }>()

function rowsWith(facts: PackedFacts, conditions: readonly PackedCondition[]): Uint32Array {
  const asked = JSON.stringify(conditions)
  const last = lastRows.get(facts)
  if (last?.asked === asked) return last.rows
  const tests = conditions.map(({ dimension, keys }) => ({
    ...facts.columns[dimension],
    wanted: facts.keys[dimension].map((key) => keys.includes(key)),
  }))
  const rows = new Uint32Array(facts.length)
  let found = 0
  if (tests.every(({ wanted }) => wanted.includes(true)))
    for (let row = 0; row < facts.length; row += 1)
      if (tests.every((test) => fits(test, row))) rows[found++] = row
  const kept = rows.slice(0, found)
  lastRows.set(facts, { asked, rows: kept })
  return kept
}

function fits({ items, ends, wanted }: Column & { wanted: readonly boolean[] }, row: number): boolean {
  if (!ends) return wanted[items[row] as number] === true
  const end = ends[row] ?? 0
  for (let at = ends[row - 1] ?? 0; at < end; at += 1) if (wanted[items[at] as number]) return true
  return false
}

function timesAdder({ columns, times: seconds }: PackedFacts, times: readonly FigureTime[]) {
  const { handling, replies } = columns
  const wantsInHours = times.includes('firstReplyInHours')
  const wantsOutOfHours = times.includes('firstReplyOutOfHours')
  const wantsReply = times.includes('reply')
  const wantsHandling = times.includes('handling')
  const add = (histogram: Figures['reply'], number: number | undefined) =>
    addTime(histogram, seconds[number ?? 0] ?? 0)
  return (figures: Figures, row: number, inHours: boolean) => {
    const first = replies.ends?.[row - 1] ?? 0
    const end = replies.ends?.[row] ?? 0
    if (first < end && (inHours ? wantsInHours : wantsOutOfHours))
      add(inHours ? figures.firstReplyInHours : figures.firstReplyOutOfHours, replies.items[first])
    if (wantsReply) for (let at = first; at < end; at += 1) add(figures.reply, replies.items[at])
    if (wantsHandling && handling.items[row]) add(figures.handling, handling.items[row])
  }
}
