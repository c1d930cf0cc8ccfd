import { queryDirect } from '../../database/query-direct.ts'
import { Prisma, type Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { numberIn } from '../search-phrase.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { isIndexed } from '../visitors/match-visitors.ts'
import { planVisitorSearch } from '../visitors/plan-visitor-search.ts'

/** With more, these are any of them, and not the newest. */
const FEW = 1_000
/** Where nothing is indexed, or many match, only the newest visitors are looked at. */
const NEWEST = 5_000

interface VisitorSearch {
  viewer: Viewer
  phrase: string
}

/**
 * Visitors with this number, or with the phrase in their name, e-mail address, phone number or id, the newest first: at
 * most a thousand. For shorter phrases than an index can look up (`isIndexed`), and for those that many visitors have, only the
 * newest 5,000 visitors are looked at.
 */
export async function findCalledVisitors(
  { pool }: Pick<Services, 'pool'>,
  { viewer, phrase }: VisitorSearch,
): Promise<Visitor[]> {
  const isReached = Prisma.sql`${reachedBy(viewer)} AND "mergedIntoId" IS NULL`
  const { areMany, condition } = await planVisitorSearch(pool, { viewer, words: phrase })
  const visitors =
    isIndexed(phrase) && !areMany
      ? Prisma.sql`"Visitor"`
      : Prisma.sql`(SELECT * FROM "Visitor" WHERE ${isReached} ORDER BY number DESC LIMIT ${NEWEST}) AS "Visitor"`
  return queryDirect<Visitor>(
    pool,
    Prisma.sql`
      SELECT * FROM (
        (SELECT * FROM ${visitors} WHERE ${isReached} AND ${condition} LIMIT ${FEW})
        UNION ALL
        (SELECT * FROM "Visitor" WHERE ${isReached} AND number = ${numberIn(phrase)}::int)
      ) AS called
      ORDER BY number = ${numberIn(phrase)}::int DESC NULLS LAST, number DESC`,
    { replan: true },
  )
}
