import { queryDirect } from '../../database/query-direct.ts'
import { Prisma, type ReportDimension } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { readPackedDays } from './read-packed-days.ts'
import { dimensionOf, type ReportFilter, type ReportScope } from './report-scope.ts'
import { countPacked, countPages, type PackedCondition } from './rollups/count-packed.ts'
import {
  addStoredFigures,
  type Figures,
  type FigureTime,
  noFigures,
  type StoredFigures,
  TIMES,
} from './rollups/figures.ts'
import { daysOf, monthOf, splitIntoSpans } from './split-into-spans.ts'

/** What the figures are broken down by. */
interface Grouping {
  /** By default, nothing. */
  by?: ReportDimension
  /** Breaks them down by when the chats were closed, too; not by default. */
  period?: 'DAY' | 'MONTH'
  /** The times that are needed, all by default: they are most of what is read. */
  times?: readonly FigureTime[] | undefined
  /** The pages that are counted; by default, those with the most chats. */
  pages?: readonly string[] | undefined
}

/** The values of a dimension that a report lists separately. */
export const MOST_ROWS = 500

/** The figures of a value of the dimension, in a period by its first date. */
export interface FigureRow {
  key: string
  period: string
  figures: Figures
}

/**
 * The figures of the chats that a report counts. Without a filter, and with one field of it where nothing else is asked,
 * they are sums of rollups; otherwise they are counted from the facts, day by day.
 */
export async function readFigures(
  services: Pick<Services, 'reads'>,
  scope: ReportScope,
  { by = 'ALL', period, times = TIMES, pages }: Grouping = {},
): Promise<FigureRow[]> {
  const sums = new Sums()
  const periodOf = (date: string) => (period ? (period === 'DAY' ? date : monthOf(date)) : '')
  const rolled = rolledUp(scope, by)
  if (rolled) {
    const spans = period === 'DAY' ? { months: [], days: daysOf(scope) } : splitIntoSpans(scope)
    const statement = selectRollups(scope.accountId, rolled, { ...spans, times })
    const rows = await queryDirect<Rollup>(services.reads, statement, { replan: true })
    for (const { key, start, figures } of rows)
      addStoredFigures(sums.at(by === 'ALL' ? '' : key, periodOf(start)), figures)
    return sums.rows
  }
  const conditions = conditionsOf(scope)
  const counted = by === 'PAGE' ? new Set(pages ?? (await foremostPages(services, scope, conditions))) : null
  await readPackedDays(services, scope, (day, facts) =>
    countPacked(facts, {
      ...{ conditions, by, times },
      figuresOf: (key) => (!counted || counted.has(key) ? sums.at(key, periodOf(day)) : null),
    }),
  )
  return sums.rows
}

/** The pages with the most chats. Visitors say which there are, so there may be any number: the others are not counted. */
async function foremostPages(
  services: Pick<Services, 'reads'>,
  scope: ReportScope,
  conditions: readonly PackedCondition[],
): Promise<string[]> {
  const chats = new Map<string, number>()
  await readPackedDays(services, scope, (_day, facts) => countPages(facts, conditions, chats))
  const foremost = [...chats].toSorted(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
  return foremost.slice(0, MOST_ROWS).map(([page]) => page)
}

interface Rollup {
  key: string
  start: string
  figures: StoredFigures
}

class Sums {
  readonly #periods = new Map<string, Map<string, Figures>>()

  get rows(): FigureRow[] {
    return [...this.#periods].flatMap(([period, sums]) =>
      [...sums].map(([key, figures]) => ({ key, period, figures })),
    )
  }

  at(key: string, period: string): Figures {
    let sums = this.#periods.get(period)
    if (!sums) {
      sums = new Map()
      this.#periods.set(period, sums)
    }
    let figures = sums.get(key)
    if (!figures) {
      figures = noFigures()
      sums.set(key, figures)
    }
    return figures
  }
}

/** The rollups that have the answer, all of a dimension where `keys` is null. */
interface Rolled {
  dimension: ReportDimension
  keys: readonly string[] | null
}

/** Null when there are none for this combination. */
function rolledUp({ filter, channelIds }: ReportScope, by: ReportDimension): Rolled | null {
  if (by === 'PAGE') return null
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

function conditionsOf({ filter, channelIds }: ReportScope): PackedCondition[] {
  const asked = fieldsOf(filter).map(({ name, value }) => ({ dimension: dimensionOf[name], keys: [value] }))
  return channelIds ? [{ dimension: 'CHANNEL', keys: channelIds }, ...asked] : asked
}
