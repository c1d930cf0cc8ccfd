import type { ReportDimension } from '../../../generated/prisma/client.ts'
import { countsOf, type FactKind } from './figures.ts'
import { bucketOf } from './histogram.ts'
import {
  type Column,
  type ColumnName,
  type CountedFact,
  endsOf,
  LISTS,
  OTHER_PAGES,
  type PackedFacts,
} from './packed-facts.ts'

/** The pages of a day that are listed separately: those with the most chats. The others are counted together. */
const PAGES = 200
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

/** Packs facts of a day. */
export function packFacts(facts: readonly CountedFact[]): PackedFacts {
  const kinds = new Numbered<FactKind>()
  const times = new Numbered<number>()
  times.numberOf(NO_TIME)
  const time = (seconds: number) => times.numberOf(bucketOf(seconds))
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
  return {
    length: facts.length,
    columns,
    keys,
    kinds: kinds.values.map((kind) => ({ kind, counts: countsOf(kind) })),
    times: Uint16Array.from(times.values, (bucket) => Math.max(bucket, 0)),
  }
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

function orNone(ids: readonly string[]): readonly string[] {
  return ids.length > 0 ? ids : ['']
}
