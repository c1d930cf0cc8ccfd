import type { ChatFact, ReportDimension } from '../../../generated/prisma/client.ts'
import { roundSeconds } from './histogram.ts'

/** A fact with the hour of the week at which its chat began, from 0 (Monday at midnight) to 167. */
export type CountedFact = ChatFact & { hour: number }

/** What of a fact is counted, apart from its times: many chats have it in common. */
export type FactKind = Pick<
  ChatFact,
  'outcome' | 'rating' | 'inHours' | 'transfers' | 'chatsAtOnce' | 'firstReplyOnTime' | 'closedOnTime'
>

/** What stands in a column: the values of a dimension, or something of a fact. */
type ColumnName = Exclude<ReportDimension, 'ALL'> | 'kind' | 'handling' | 'replies'

/** Numbers of values: one for each fact, or several, which end where `ends` says. */
interface Column {
  items: Uint16Array
  ends: Uint32Array | null
}

/** Facts in columns of numbers, which are read and counted about twenty times as fast as rows. */
export interface PackedFacts {
  length: number
  columns: Record<ColumnName, Column>
  /** What the numbers in the columns of the dimensions mean. */
  keys: Record<Exclude<ReportDimension, 'ALL'>, readonly string[]>
  kinds: readonly FactKind[]
  /** Seconds, rounded. The first of them stands for none. */
  times: readonly number[]
}

/** The pages of a day that are told apart: those with the most chats. The others are counted together. */
const PAGES = 200
/** The key of the other pages, which is the address of none. */
export const OTHER_PAGES = '*'
const NO_TIME = -1

type Values = (fact: CountedFact) => readonly string[]
/** The values of each dimension that a chat is counted for. One of several operators or tags is counted for each. */
const valuesOf: Record<Exclude<ReportDimension, 'ALL' | 'PAGE'>, Values> = {
  CHANNEL: ({ channelId }) => [channelId],
  DEPARTMENT: ({ departmentId }) => [departmentId ?? ''],
  OPERATOR: ({ operatorIds }) => orNone(operatorIds),
  TAG: ({ tagIds }) => orNone(tagIds),
  BOT: ({ botId }) => [botId ?? ''],
  COUNTRY: ({ country }) => [country ?? ''],
  HOUR: ({ hour }) => [String(hour)],
}

/** In the order in which they are stored. */
const LISTS: Record<ColumnName, boolean> = {
  CHANNEL: false,
  DEPARTMENT: false,
  OPERATOR: true,
  TAG: true,
  BOT: false,
  COUNTRY: false,
  PAGE: false,
  HOUR: false,
  kind: false,
  handling: false,
  replies: true,
}
const COLUMNS = Object.keys(LISTS) as ColumnName[]

/** What is stored before the columns. */
type Header = Omit<PackedFacts, 'columns'>

/** Packs facts of a day. */
export function packFacts(facts: readonly CountedFact[]): PackedFacts {
  const kinds = new Numbered<FactKind>()
  const times = new Numbered<number>()
  times.numberOf(NO_TIME)
  const time = (seconds: number) => times.numberOf(roundSeconds(seconds))
  const pageOf = foremostPages(facts)
  const keys = {} as Record<Exclude<ReportDimension, 'ALL'>, readonly string[]>
  const columnOf = (dimension: Exclude<ReportDimension, 'ALL'>, values: Values) => {
    const numbered = new Numbered<string>()
    keys[dimension] = numbered.values
    return column(
      facts.map((fact) => values(fact).map((value) => numbered.numberOf(value))),
      LISTS[dimension],
    )
  }
  const columns = {
    PAGE: columnOf('PAGE', (fact) => [pageOf(fact)]),
    kind: column(facts.map((fact) => [kinds.numberOf(kindOf(fact))])),
    handling: column(
      facts.map(({ handlingSeconds }) => [handlingSeconds === null ? 0 : time(handlingSeconds)]),
    ),
    replies: column(
      facts.map(({ replySeconds }) => replySeconds.map(time)),
      true,
    ),
  } as Record<ColumnName, Column>
  for (const [dimension, values] of Object.entries(valuesOf) as [keyof typeof valuesOf, Values][])
    columns[dimension] = columnOf(dimension, values)
  return { length: facts.length, columns, keys, kinds: kinds.values, times: times.values }
}

/** As they are stored: what the numbers mean as JSON, after its length, and then the columns. */
export function encodeFacts({ columns, ...header }: PackedFacts): Uint8Array<ArrayBuffer> {
  const meanings = Buffer.from(JSON.stringify(header satisfies Header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(meanings.length)
  const stored = COLUMNS.flatMap((name) => {
    const { items, ends } = columns[name]
    return ends ? [lengthsOf(ends), items] : [items]
  })
  return new Uint8Array(Buffer.concat([length, meanings, ...stored.map(bytesOf)]))
}

/** Reads what `encodeFacts` wrote. */
export function decodeFacts(bytes: Buffer): PackedFacts {
  const begin = 4 + bytes.readUInt32LE()
  const header = JSON.parse(bytes.toString('utf8', 4, begin)) as Header
  // Copied: a view must begin at an even address.
  const numbers = new Uint16Array(new Uint8Array(bytes.subarray(begin)).buffer)
  let at = 0
  const take = (count: number) => {
    at += count
    return numbers.subarray(at - count, at)
  }
  const columns = {} as Record<ColumnName, Column>
  for (const name of COLUMNS) {
    const ends = LISTS[name] ? endsOf(take(header.length)) : null
    columns[name] = { ends, items: take(ends ? (ends.at(-1) ?? 0) : header.length) }
  }
  return { ...header, columns }
}

/** Gives each value a number, in the order in which they come. */
class Numbered<T> {
  readonly values: T[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(value: T): number {
    const text = JSON.stringify(value)
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.values.push(value) - 1
      this.#numbers.set(text, number)
    }
    return number
  }
}

function kindOf(fact: CountedFact): FactKind {
  const { outcome, rating, inHours, transfers, chatsAtOnce, firstReplyOnTime, closedOnTime } = fact
  return { outcome, rating, inHours, transfers, chatsAtOnce, firstReplyOnTime, closedOnTime }
}

function foremostPages(facts: readonly CountedFact[]): (fact: CountedFact) => string {
  const chats = new Map<string, number>()
  for (const { page } of facts) if (page) chats.set(page, (chats.get(page) ?? 0) + 1)
  const foremost = [...chats].toSorted(([, a], [, b]) => b - a).slice(0, PAGES)
  const apart = new Set(foremost.map(([page]) => page))
  return ({ page }) => (!page || apart.has(page) ? (page ?? '') : OTHER_PAGES)
}

function column(rows: readonly (readonly number[])[], isList = false): Column {
  return {
    items: Uint16Array.from(rows.flat()),
    ends: isList ? endsOf(rows.map(({ length }) => length)) : null,
  }
}

function endsOf(lengths: ArrayLike<number>): Uint32Array {
  const ends = Uint32Array.from(lengths)
  ends.forEach((length, row) => {
    ends[row] = length + (ends[row - 1] ?? 0)
  })
  return ends
}

function lengthsOf(ends: Uint32Array): Uint16Array {
  return Uint16Array.from(ends, (end, row) => end - (ends[row - 1] ?? 0))
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function orNone(ids: readonly string[]): readonly string[] {
  return ids.length > 0 ? ids : ['']
}
