import type { Pool } from '../../database/client.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { numberIn, searchPhrase } from '../search-phrase.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { isIndexed, visitorsMatching } from '../visitors/match-visitors.ts'
import { planVisitorSearch } from '../visitors/plan-visitor-search.ts'

interface Search {
  viewer: Viewer
  search: string
  /** The list has no closed chats, and so few that all of them can be compared. */
  areOpen: boolean
}

/** With more visitors, their chats are not looked up: a page of them is found faster by scanning the view. */
const FEW = 1000

/**
 * The condition on `"Chat"` for being found: the words are part of the visitor's name, e-mail, phone or id,
 * or are the chat's number. Case is ignored.
 */
export async function matchChats(
  { pool }: Pick<Services, 'pool'>,
  { viewer, search, areOpen }: Search,
): Promise<Prisma.Sql> {
  const words = searchPhrase(search)
  if (!words) return Prisma.sql`TRUE`
  // Without an index, all visitors there ever were would be read for the few who have an open chat.
  const visitorIds = areOpen && !isIndexed(words) ? null : await findFew(pool, viewer, words)
  // OFFSET keeps PostgreSQL from searching for all of these visitors first, once more.
  const byVisitor = visitorIds
    ? Prisma.sql`"visitorId" = ANY(${visitorIds}::uuid[])`
    : Prisma.sql`EXISTS (SELECT FROM "Visitor" WHERE id = "Chat"."visitorId" AND ${visitorsMatching(words)} OFFSET 0)`
  const number = numberIn(words)
  return number === null ? byVisitor : Prisma.sql`(${byVisitor} OR "Chat".number = ${number}::int)`
}

/** The ids of the visitors with the words; null if there are more than a few. */
async function findFew(pool: Pool, viewer: Viewer, words: string): Promise<string[] | null> {
  const { areMany, condition } = await planVisitorSearch(pool, { viewer, words })
  if (areMany) return null
  const visitors = await queryDirect<{ id: string }>(
    pool,
    Prisma.sql`SELECT id FROM "Visitor" WHERE ${reachedBy(viewer)} AND ${condition} LIMIT ${FEW + 1}`,
    { replan: true },
  )
  return visitors.length > FEW ? null : visitors.map(({ id }) => id)
}
