import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { matchRecords, type RecordMatch } from './match-records.ts'
import type { RecordTable } from './record-tables.ts'
import { type SearchWords, searchWords } from './search-words.ts'

/** Which records of a table to find. */
export interface RecordSearch {
  viewer: Viewer
  table: RecordTable
  /** What the viewer may see and a filter leaves. */
  where: Prisma.Sql
  search: string | null | undefined
  /** How the words find a record of this table, besides by its visitor: conditions, each with an index of its own. */
  waysOf: (words: SearchWords) => Prisma.Sql[]
}

export interface RecordPage {
  limit: number
  /** The record before the first of the page, in the direction in which it is read. */
  afterId?: string | undefined
  oldestFirst?: boolean
}

/** Of more records than these a page is found sooner by going through the table from its newest. */
const FEW_RECORDS = 5_000

/**
 * The ids of one page of records, newest first. A search finds a record by its own words, or by a part of its visitor's
 * name, e-mail address, telephone number or id.
 */
export async function findRecords(
  { pool }: Pick<Services, 'pool'>,
  wanted: RecordSearch,
  page: RecordPage,
): Promise<string[]> {
  const { search, table, where } = wanted
  const read = <Row extends object>(statement: Prisma.Sql) =>
    queryDirect<Row>(pool, statement, { replan: true })
  const goThrough = async (condition: Prisma.Sql) =>
    (await read<{ id: string }>(walk(wanted, condition, page))).map(({ id }) => id)
  if (!search?.trim()) return goThrough(where)
  const words = searchWords(search)
  const match = matchRecords(wanted.viewer, table, { words, ways: wanted.waysOf(words) })
  if (!match) return []
  const few = await read<LookedUp>(lookUp(wanted, match, page))
  if (few[0]?.isMany) return goThrough(Prisma.sql`${where} AND ${match.condition}`)
  return few.flatMap(({ id }) => id ?? [])
}

/** A row of {@link lookUp}; when nothing is found, one without an id. */
interface LookedUp {
  id: string | null
  isMany: boolean
}

/** Goes through the table in its order until the page is full. */
function walk({ table, viewer }: RecordSearch, where: Prisma.Sql, page: RecordPage): Prisma.Sql {
  const columns = [table.at, table.id] as const
  return Prisma.sql`SELECT ${table.id} AS id FROM ${table.name}
    WHERE ${where} ${beyond(table, viewer, columns, page)} ORDER BY ${orderOf(columns, page)} LIMIT ${page.limit}`
}

/** Looks up all that is found and cuts the page from it; says `isMany` when that was too much. */
function lookUp({ table, viewer, where }: RecordSearch, match: RecordMatch, page: RecordPage): Prisma.Sql {
  const columns = [Prisma.raw('at'), Prisma.raw('id')] as const
  const found = match.ways.map(
    (way) => Prisma.sql`(SELECT ${table.id} AS id, ${table.at} AS at FROM ${table.name}
      WHERE ${where} AND ${way} LIMIT ${FEW_RECORDS + 1})`,
  )
  return Prisma.sql`
    WITH visitor AS MATERIALIZED (${match.visitors}),
    found AS MATERIALIZED (${Prisma.join(found, ' UNION ')}),
    page AS (SELECT * FROM found WHERE TRUE ${beyond(table, viewer, columns, page)}
             ORDER BY ${orderOf(columns, page)} LIMIT ${page.limit}),
    amount AS (SELECT (SELECT count(*) FROM found) > ${FEW_RECORDS} OR ${match.tooManyVisitors} AS "isMany")
    SELECT page.id, "isMany" FROM amount LEFT JOIN page ON NOT "isMany" ORDER BY ${orderOf(columns, page)}`
}

type Order = readonly [at: Prisma.Sql, id: Prisma.Sql]

function orderOf([at, id]: Order, { oldestFirst = false }: RecordPage): Prisma.Sql {
  return oldestFirst ? Prisma.sql`${at}, ${id}` : Prisma.sql`${at} DESC, ${id} DESC`
}

function beyond(table: RecordTable, { accountId }: Viewer, [at, id]: Order, page: RecordPage): Prisma.Sql {
  const { afterId, oldestFirst = false } = page
  if (!afterId) return Prisma.empty
  return Prisma.sql`AND (${at}, ${id}) ${Prisma.raw(oldestFirst ? '>' : '<')} (
    SELECT ${table.at}, ${table.id} FROM ${table.name}
    WHERE "accountId" = ${accountId}::uuid AND ${table.id} = ${afterId}::uuid)`
}
