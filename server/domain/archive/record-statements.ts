import { Prisma } from '../../generated/prisma/client.ts'
import { inRange } from '../time-range.ts'
import { reachedBy } from '../viewer.ts'
import type { RecordPage, RecordSearch } from './record-search.ts'

/** A row of these statements. */
export interface FoundRecord {
  /** When {@link lookUp} finds nothing, one row without it. */
  id: string | null
  /** {@link lookUp} found more than its limit. */
  isMany?: boolean
}

interface Walk {
  page: RecordPage
  condition?: Prisma.Sql
  /** Only among this many of the newest. */
  among?: number
}

/** Scans the table in its order until the page is full. */
export function walk(wanted: RecordSearch, { page, condition = Prisma.sql`TRUE`, among }: Walk): Prisma.Sql {
  const { table, viewer } = wanted
  const ofTime = Prisma.join(
    [Prisma.sql`"accountId" = ${viewer.accountId}::uuid`, ...inTime(wanted)],
    ' AND ',
  )
  const columns = [table.at, table.id] as const
  const [after, order] = [beyond(wanted, columns, page), orderOf(columns, page)]
  const records = among
    ? Prisma.sql`(SELECT * FROM ${table.name} WHERE ${ofTime} ${after} ORDER BY ${order} LIMIT ${among}) AS ${table.name}`
    : table.name
  return Prisma.sql`SELECT ${table.id} AS id FROM ${records}
    WHERE ${passing(wanted)} AND ${condition} ${among ? Prisma.empty : after} ORDER BY ${order} LIMIT ${page.limit}`
}

/** Sorts all that pass the filters; OFFSET hides the order, so that they are found by the filters' own indexes. */
export function sortAll(wanted: RecordSearch, page: RecordPage): Prisma.Sql {
  const { table } = wanted
  const columns = [table.at, table.id] as const
  return Prisma.sql`SELECT ${table.id} AS id FROM (
      SELECT * FROM ${table.name} WHERE ${passing(wanted)} ${beyond(wanted, columns, page)} OFFSET 0
    ) AS ${table.name}
    ORDER BY ${orderOf(columns, page)} LIMIT ${page.limit}`
}

interface LookUp {
  page: RecordPage
  /** The search conditions, each with its own index. */
  ways: Prisma.Sql[]
  most?: number
}

/** Looks up all matches and cuts the page from them, unless there are more than `most`. */
export function lookUp(wanted: RecordSearch, { page, ways, most }: LookUp): Prisma.Sql {
  const { table } = wanted
  const columns = [Prisma.raw('at'), Prisma.raw('id')] as const
  const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most + 1}`
  const found = ways.map(
    (way) => Prisma.sql`(SELECT ${table.id} AS id, ${table.at} AS at FROM ${table.name}
      WHERE ${passing(wanted)} AND ${way} ${limit})`,
  )
  const isMany = most === undefined ? Prisma.sql`FALSE` : Prisma.sql`(SELECT count(*) FROM found) > ${most}`
  return Prisma.sql`
    WITH found AS MATERIALIZED (${Prisma.join(found, ' UNION ')}),
    page AS (SELECT * FROM found WHERE TRUE ${beyond(wanted, columns, page)}
             ORDER BY ${orderOf(columns, page)} LIMIT ${page.limit}),
    amount AS (SELECT ${isMany} AS "isMany")
    SELECT page.id, "isMany" FROM amount LEFT JOIN page ON NOT "isMany" ORDER BY ${orderOf(columns, page)}`
}

/** What the viewer may see and the filters match. */
function passing(wanted: RecordSearch): Prisma.Sql {
  return Prisma.join([reachedBy(wanted.viewer), ...inTime(wanted), ...wanted.filters], ' AND ')
}

function inTime({ table, range }: RecordSearch): Prisma.Sql[] {
  return [inRange(table.at, range)].filter((condition) => condition !== undefined)
}

type Order = readonly [at: Prisma.Sql, id: Prisma.Sql]

function orderOf([at, id]: Order, { oldestFirst = false }: RecordPage): Prisma.Sql {
  return oldestFirst ? Prisma.sql`${at}, ${id}` : Prisma.sql`${at} DESC, ${id} DESC`
}

function beyond({ table, viewer }: RecordSearch, [at, id]: Order, page: RecordPage): Prisma.Sql {
  const { afterId, after, oldestFirst = false } = page
  const isBeyond = Prisma.sql`AND (${at}, ${id}) ${Prisma.raw(oldestFirst ? '>' : '<')}`
  if (after) return Prisma.sql`${isBeyond} (${after.at}::timestamptz, ${after.id}::uuid)`
  if (!afterId) return Prisma.empty
  return Prisma.sql`${isBeyond} (
    SELECT ${table.at}, ${table.id} FROM ${table.name}
    WHERE "accountId" = ${viewer.accountId}::uuid AND ${table.id} = ${afterId}::uuid)`
}
