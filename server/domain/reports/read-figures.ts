import { queryDirect } from '../../database/query-direct.ts'
import { Prisma, type ReportDimension } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { dimensionOf, type ReportFilter, type ReportScope } from './report-scope.ts'
import { type Counts, countFacts } from './rollups/count-facts.ts'
import { selectCountedFacts } from './rollups/counted-facts.ts'
import { type CountedFact, keysOf } from './rollups/dimensions.ts'
import {
  addFact,
  addFigures,
  type Figures,
  type FigureTime,
  noFigures,
  type StoredFigures,
  TIMES,
} from './rollups/figures.ts'
import { daysOf, monthOf, splitIntoSpans } from './split-into-spans.ts'

/** What the figures are told apart by. */
interface Grouping {
  /** By default, nothing. */
  by?: ReportDimension
  /** By when the chats were closed; by default, they are not. */
  period?: 'DAY' | 'MONTH'
  /** The times that are needed, all by default: they are most of what is read. */
  times?: readonly FigureTime[] | undefined
}

/** The figures of a value of the dimension, in a period by its first date. */
export interface FigureRow {
  key: string
  period: string
  figures: Figures
}

/**
 * The figures of the chats that a report counts. Without a filter, and with one field of it where nothing else is asked,
 * they are sums of rollups; otherwise they are counted from the facts: by the database, or a month at a time where times are needed.
 */
export async function readFigures(
  { reads }: Pick<Services, 'reads'>,
  scope: ReportScope,
  { by = 'ALL', period, times = TIMES }: Grouping = {},
): Promise<FigureRow[]> {
  const sums = new Sums()
  const periodOf = (date: string) => (period ? (period === 'DAY' ? date : monthOf(date)) : '')
  const rolled = rolledUp(scope, by)
  if (rolled) {
    const spans = period === 'DAY' ? { months: [], days: daysOf(scope) } : splitIntoSpans(scope)
    const statement = selectRollups(scope.accountId, rolled, { ...spans, times })
    const rows = await queryDirect<Rollup>(reads, statement, { replan: true })
    for (const { key, start, figures } of rows)
      addFigures(sums.at(by === 'ALL' ? '' : key, periodOf(start)), figures)
    return sums.rows
  }
  const { accountId, timeZone } = scope
  const conditions = conditionsOf(scope)
  if (times.length === 0) {
    const facts = selectCountedFacts({ ...scope, conditions })
    const statement = countFacts(facts, { by, period })
    const rows = await queryDirect<Counts & { key: string; period: string }>(reads, statement, {
      replan: true,
    })
    return rows.map(({ key, period, ...counts }) => ({ key, period, figures: { ...noFigures(), ...counts } }))
  }
  for (const { from, to } of monthsOf(scope)) {
    const statement = selectCountedFacts({ accountId, timeZone, from, to, conditions })
    for (const fact of await queryDirect<CountedFact & { day: string }>(reads, statement, { replan: true })) {
      for (const key of keysOf[by](fact)) addFact(sums.at(key, periodOf(fact.day)), fact)
    }
  }
  return sums.rows
}

interface Rollup {
  key: string
  start: string
  figures: StoredFigures
}

class Sums {
  readonly #rows = new Map<string, FigureRow>()

  get rows(): FigureRow[] {
    return [...this.#rows.values()]
  }

  at(key: string, period: string): Figures {
    const id = `${period} ${key}`
    let row = this.#rows.get(id)
    if (!row) {
      row = { key, period, figures: noFigures() }
      this.#rows.set(id, row)
    }
    return row.figures
  }
}

/** The rollups that have the answer, all of a dimension where `keys` is null. */
interface Rolled {
  dimension: ReportDimension
  keys: readonly string[] | null
}

/** Null when there are none for this combination. */
function rolledUp({ filter, channelIds }: ReportScope, by: ReportDimension): Rolled | null {
  const [field, another] = fieldsOf(filter)
  if (!field) {
    if (!channelIds) return { dimension: by, keys: null }
    return by === 'ALL' || by === 'CHANNEL' ? { dimension: 'CHANNEL', keys: channelIds } : null
  }
  if (another || by !== 'ALL') return null
  const { name, value } = field
  if (!channelIds) return { dimension: dimensionOf[name], keys: [value] }
  return name === 'channelId' ? { dimension: 'CHANNEL', keys: channelIds.filter((id) => id === value) } : null
}

function selectRollups(
  accountId: string,
  { dimension, keys }: Rolled,
  { months, days, times }: { months: string[]; days: string[]; times: readonly FigureTime[] },
): Prisma.Sql {
  const unneeded = TIMES.filter((time) => !times.includes(time))
  const needed = Prisma.sql`figures - ${unneeded}::text[]`
  return Prisma.sql`
    SELECT key, start::text AS start,
      ${times.length > 0 ? needed : Prisma.sql`coalesce(counts, ${needed})`} AS figures
    FROM "ReportRollup"
    WHERE "accountId" = ${accountId}::uuid AND dimension = ${dimension}::"ReportDimension"
      AND (span = 'MONTH' AND start = ANY(${months}::date[]) OR span = 'DAY' AND start = ANY(${days}::date[]))
      ${keys === null ? Prisma.empty : Prisma.sql`AND key = ANY(${[...keys]})`}`
}

function fieldsOf(filter: ReportFilter): { name: keyof ReportFilter; value: string }[] {
  return (Object.keys(dimensionOf) as (keyof ReportFilter)[]).flatMap((name) => {
    const value = filter[name]
    return value == null ? [] : { name, value }
  })
}

const conditions = {
  channelId: (id) => Prisma.sql`"channelId" = ${id}::uuid`,
  departmentId: (id) => Prisma.sql`"departmentId" = ${id}::uuid`,
  operatorId: (id) => Prisma.sql`${id}::uuid = ANY("operatorIds")`,
  tagId: (id) => Prisma.sql`${id}::uuid = ANY("tagIds")`,
  botId: (id) => Prisma.sql`"botId" = ${id}::uuid`,
  country: (country) => Prisma.sql`country = ${country}`,
} satisfies Record<keyof ReportFilter, (value: string) => Prisma.Sql>

function conditionsOf({ filter, channelIds }: ReportScope): Prisma.Sql[] {
  const asked = fieldsOf(filter).map(({ name, value }) => conditions[name](value))
  return channelIds ? [Prisma.sql`"channelId" = ANY(${[...channelIds]}::uuid[])`, ...asked] : asked
}

/** A range in pieces of at most a month, so that a long one needs no more memory. */
function monthsOf(scope: ReportScope): { from: string; to: string }[] {
  const pieces = new Map<string, { from: string; to: string }>()
  for (const day of daysOf(scope)) {
    const piece = pieces.get(monthOf(day))
    if (piece) piece.to = day
    else pieces.set(monthOf(day), { from: day, to: day })
  }
  return [...pieces.values()]
}
