import type { Tx } from '../../../database/client.ts'
import { type ChatOutcome, type ChatRating, Prisma } from '../../../generated/prisma/client.ts'
import { openingHoursSql } from '../../hours/opening-hours-sql.ts'
import type { readOpeningHours } from '../../hours/read-opening-hours.ts'
import type { TimedEntry } from './reply-times.ts'

/** The entries of a chat that are looked at: as many as the archive finds. */
export const ENTRIES = 5_000
const PAGE_LENGTH = 300

/** A closed chat, as far as reports count it. */
export interface ClosedChat {
  chatId: string
  accountId: string
  channelId: string
  departmentId: string | null
  operatorIds: string[]
  tagIds: string[]
  botId: string | null
  country: string | null
  page: string | null
  outcome: ChatOutcome
  rating: ChatRating | null
  startedAt: Date
  acceptedAt: Date | null
  closedAt: Date
  /** Whether its targets were met; null without one, and until that is settled. */
  firstReplyOnTime: boolean | null
  closedOnTime: boolean | null
  /** The business hours that hold for it; null without any. */
  hours: Parameters<typeof readOpeningHours>[0] | null
  /** The transfers to an operator that were accepted. */
  acceptedTransfers: number
  /** In how many chats the operator who accepted it was then; null when nobody did. */
  chatsAtOnce: number | null
}

/** The closed chats among those with these ids. */
export function findClosedChats(tx: Tx, chatIds: readonly string[]): Promise<ClosedChat[]> {
  return tx.$queryRaw<ClosedChat[]>`
    SELECT a."chatId", a."accountId", a."channelId", a."departmentId", a."operatorIds", a."tagIds", c."botId",
      visit.geo ->> 'countryCode' AS country,
      left(nullif(split_part(split_part(v."pageUrl", '#', 1), '?', 1), ''), ${PAGE_LENGTH}) AS page,
      a.outcome::text AS outcome, a.rating::text AS rating, c."createdAt" AS "startedAt", c."acceptedAt", a."closedAt",
      c."firstReplyMet" AS "firstReplyOnTime", c."closingMet" AS "closedOnTime", ${hours} AS hours,
      (SELECT count(*)::int FROM "ChatInvitation" i
       WHERE i."chatId" = c.id AND i.kind = 'TRANSFER' AND i.state = 'ACCEPTED' AND i."routedBy" IS NULL)
       AS "acceptedTransfers",
      (SELECT greatest(1, count(*)::int) FROM "ChatMember" other
       WHERE other."userId" = first."userId" AND other."joinedAt" <= first."joinedAt"
         AND (other."leftAt" IS NULL
           OR other."leftAt" > first."joinedAt" AND other."leftAt" < first."joinedAt" + interval '7 days')
       HAVING first."userId" IS NOT NULL) AS "chatsAtOnce"
    FROM "ArchivedChat" a
    JOIN "Chat" c ON c.id = a."chatId"
    JOIN "Visitor" v ON v.id = c."visitorId"
    LEFT JOIN "Visit" visit ON visit."visitorId" = c."visitorId"
    LEFT JOIN LATERAL (
      SELECT m."userId", m."joinedAt" FROM "ChatMember" m WHERE m."chatId" = c.id ORDER BY m."joinedAt", m."userId" LIMIT 1
    ) first ON true
    WHERE a."chatId" = ANY(${[...chatIds]}::uuid[])`
}

const hours = openingHoursSql({
  accountId: Prisma.sql`a."accountId"`,
  channelId: Prisma.sql`a."channelId"`,
  departmentId: Prisma.sql`a."departmentId"`,
})

/** What was said in chats, in its order, by the id of the chat. */
export async function findTimedEntries(
  tx: Tx,
  chatIds: readonly string[],
): Promise<Map<string, TimedEntry[]>> {
  const rows = await tx.$queryRaw<(TimedEntry & { chatId: string })[]>`
    SELECT "chatId", author::text AS author, type::text AS type, "createdAt", notice ->> 'kind' AS notice
    FROM "Message" WHERE "chatId" = ANY(${[...chatIds]}::uuid[]) AND seq <= ${ENTRIES}
    ORDER BY "chatId", seq`
  const entries = new Map<string, TimedEntry[]>(chatIds.map((id) => [id, []]))
  for (const row of rows) entries.get(row.chatId)?.push(row)
  return entries
}
