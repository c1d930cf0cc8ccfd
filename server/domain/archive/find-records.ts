import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reachedBy } from '../viewer.ts'
import { planVisitorSearch } from '../visitors/plan-visitor-search.ts'
import { matchRecords } from './match-records.ts'
import { planWordSearch } from './plan-word-search.ts'
import type { RecordPage, RecordSearch } from './record-search.ts'
import { type FoundRecord, lookUp, sortAll, walk } from './record-statements.ts'
import { searchWords } from './search-words.ts'

/** With more records than this, a page is found faster by scanning the table from its newest row. */
const FEW_RECORDS = 5_000
/** With more visitors, a page is often found faster among the newest records. */
const FEW_VISITORS = 1_000
/** How many of the newest are scanned before all matches are looked up. */
const NEWEST = { byFilters: 2_000, byWords: 500, ofMany: 10_000 }
/** How many times as many are scanned next, if these make two pages likely. */
const FURTHER = { byFilters: 10, byWords: 20 }

/**
 * The ids of one page of records, newest first. A search finds a record by its own words, or by a part of its visitor's
 * name, e-mail address, telephone number or id.
 *
 * PostgreSQL assumes that conditions are independent: where they exclude each other, it would scan the whole
 * table for a page that it expects to fill soon. It is therefore asked for a page of the newest first, and of more of them
 * only if those had some.
 */
export async function findRecords(
  { pool }: Pick<Services, 'pool'>,
  wanted: RecordSearch,
  page: RecordPage,
): Promise<string[]> {
  const { viewer, table, filters, fewBy, search, waysOf } = wanted
  const read = (statement: Prisma.Sql) => queryDirect<FoundRecord>(pool, statement, { replan: true })
  /** A page if the newest have one; null if all must be searched. */
  const amongNewest = async (condition: Prisma.Sql, among: number, further = 1) => {
    const found = await read(walk(wanted, { page, condition, among }))
    if (found.length === page.limit) return idsOf(found)
    if (found.length * further < page.limit * 2) return null
    const next = await read(walk(wanted, { page, condition, among: among * further }))
    return next.length === page.limit ? idsOf(next) : null
  }
  if (!search?.trim()) {
    if (fewBy) return idsOf(await read(lookUp(wanted, { page, ways: [fewBy] })))
    if (filters.length === 0 && !viewer.channelIds) return idsOf(await read(walk(wanted, { page })))
    const newest = await amongNewest(Prisma.sql`TRUE`, NEWEST.byFilters, FURTHER.byFilters)
    return newest ?? idsOf(await read(sortAll(wanted, page)))
  }
  const words = await planWordSearch(pool, table, searchWords(search))
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
    const ofAll = Prisma.sql`"visitorId" IN (${visitors})`
    const newest = await amongNewest(condition, NEWEST.ofMany)
    return newest ?? idsOf(await read(lookUp(wanted, { page, ways: [...ways, ofAll] })))
  }
  const ofKnown = known.length > 0 ? [Prisma.sql`"visitorId" = ANY(${known}::uuid[])`] : []
  const all = [...ways, ...ofKnown]
  if (all.length === 0) return []
  // A word of many records would be looked up in thousands of them, only to learn that there are more.
  const newest = await amongNewest(Prisma.sql`(${Prisma.join(all, ' OR ')})`, NEWEST.byWords, FURTHER.byWords)
  if (newest) return newest
  const few = await read(lookUp(wanted, { page, ways: all, most: FEW_RECORDS }))
  return idsOf(few[0]?.isMany ? await read(walk(wanted, { page, condition })) : few)
}

function idsOf(found: FoundRecord[]): string[] {
  return found.flatMap(({ id }) => id ?? [])
}
