import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reachedBy } from '../viewer.ts'
import { planVisitorSearch } from '../visitors/plan-visitor-search.ts'
import { matchRecords } from './match-records.ts'
import type { RecordPage, RecordSearch } from './record-search.ts'
import { type FoundRecord, lookUp, sortAll, walk } from './record-statements.ts'
import { searchWords } from './search-words.ts'

/** With more records than this, a page is found faster by scanning the table from its newest row. */
const FEW_RECORDS = 5_000
/** With more visitors, a page is often found faster among the newest records. */
const FEW_VISITORS = 1_000
/** How many of the newest are scanned before all matches are looked up; with words, scanning costs more. */
const NEWEST = { byFilters: 2_000, byWords: 10_000 }

/**
 * The ids of one page of records, newest first. A search finds a record by its own words, or by a part of its visitor's
 * name, e-mail address, telephone number or id.
 *
 * PostgreSQL assumes that conditions are independent: where they exclude each other, it would scan the whole
 * table for a page that it expects to fill soon. It is therefore asked for a page of the newest first.
 */
export async function findRecords(
  { pool }: Pick<Services, 'pool'>,
  wanted: RecordSearch,
  page: RecordPage,
): Promise<string[]> {
  const { viewer, table, filters, fewBy, search, waysOf } = wanted
  const read = (statement: Prisma.Sql) => queryDirect<FoundRecord>(pool, statement, { replan: true })
  const amongNewest = async (statement: Prisma.Sql, otherwise: () => Prisma.Sql) => {
    const newest = await read(statement)
    return idsOf(newest.length === page.limit ? newest : await read(otherwise()))
  }
  if (!search?.trim()) {
    if (fewBy) return idsOf(await read(lookUp(wanted, { page, ways: [fewBy] })))
    if (filters.length === 0 && !viewer.channelIds) return idsOf(await read(walk(wanted, { page })))
    const newest = walk(wanted, { page, among: NEWEST.byFilters })
    return amongNewest(newest, () => sortAll(wanted, page))
  }
  const words = searchWords(search)
  const match = matchRecords(table, { words, ways: waysOf(words) })
  if (!match) return []
  const { ways, isPart, condition } = match
  const called = isPart ? await planVisitorSearch(pool, { viewer, words: words.phrase }) : null
  const visitors =
    called &&
    Prisma.sql`
    SELECT coalesce("mergedIntoId", id) AS id FROM "Visitor" WHERE ${reachedBy(viewer)} AND ${called.condition}`
  const known =
    visitors && !called.areMany ? idsOf(await read(Prisma.sql`${visitors} LIMIT ${FEW_VISITORS + 1}`)) : []
  if (visitors && (called.areMany || known.length > FEW_VISITORS)) {
    const newest = walk(wanted, { page, condition, among: NEWEST.byWords })
    const ofAll = Prisma.sql`"visitorId" IN (${visitors})`
    return amongNewest(newest, () => lookUp(wanted, { page, ways: [...ways, ofAll] }))
  }
  const ofKnown = known.length > 0 ? [Prisma.sql`"visitorId" = ANY(${known}::uuid[])`] : []
  if (ways.length + ofKnown.length === 0) return []
  const few = await read(lookUp(wanted, { page, ways: [...ways, ...ofKnown], most: FEW_RECORDS }))
  return idsOf(few[0]?.isMany ? await read(walk(wanted, { page, condition })) : few)
}

function idsOf(found: FoundRecord[]): string[] {
  return found.flatMap(({ id }) => id ?? [])
}
