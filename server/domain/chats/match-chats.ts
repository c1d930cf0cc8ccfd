import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { numberIn, searchPhrase } from '../search-phrase.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { visitorsMatching } from '../visitors/match-visitors.ts'

interface Search {
  viewer: Viewer
  search: string
}

/** With more visitors, their chats are not looked up: a page of them is found faster by scanning the view. */
const FEW = 1000

/**
 * The condition on `"Chat"` for being found: the words are part of the visitor's name, e-mail, phone or id,
 * or are the chat's number. Case is ignored.
 */
export async function matchChats({ pool }: Services, { viewer, search }: Search): Promise<Prisma.Sql> {
  const words = searchPhrase(search)
  if (!words) return Prisma.sql`TRUE`
  const matches = visitorsMatching(words)
  const visitors = await queryDirect<{ id: string }>(
    pool,
    Prisma.sql`SELECT id FROM "Visitor" WHERE ${reachedBy(viewer)} AND ${matches} LIMIT ${FEW + 1}`,
    { replan: true },
  )
  // OFFSET keeps PostgreSQL from searching for all of these visitors first, once more.
  const byVisitor =
    visitors.length > FEW
      ? Prisma.sql`EXISTS (SELECT FROM "Visitor" WHERE id = "Chat"."visitorId" AND ${matches} OFFSET 0)`
      : Prisma.sql`"visitorId" = ANY(${visitors.map(({ id }) => id)}::uuid[])`
  const number = numberIn(words)
  return number === null ? byVisitor : Prisma.sql`(${byVisitor} OR "Chat".number = ${number}::int)`
}
