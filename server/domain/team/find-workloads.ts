import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'
import { zoneSql } from '../reports/report-zone.ts'
import type { Viewer } from '../viewer.ts'
import { supervisedBy } from './supervised-by.ts'

/** What an operator has to do now, and what they have done today. */
export interface Workload {
  userId: string
  /** Since when they have been online, away for this reason, or offline; null when that was never seen. */
  since: Date | null
  /** The open chats that they are in, without snoozed ones. */
  chats: number
  /** Since when the visitor of one of these chats has been waiting longest for an answer. */
  longestWaitSince: Date | null
  /** The chats that they are offered or invited to. */
  offers: number
  /** The chats in which they have written today, in the time zone of the account. */
  answeredToday: number
  /** The median of how long visitors waited for the first reply of an operator, of those that they have given today. */
  firstReplySeconds: number | null
}

/** The workload of people, in one statement; of those whom the viewer does not supervise, there is none. */
export async function findWorkloads(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  { viewer, userIds }: { viewer: Viewer; userIds: readonly string[] },
): Promise<Workload[]> {
  const where = { AND: supervisedBy(viewer), id: { in: [...userIds] } }
  const people = await db.user.findMany({ where, select: { id: true } })
  if (people.length === 0) return []
  const zone = zoneSql(Prisma.sql`${viewer.accountId}::uuid`)
  return queryDirect<Workload>(
    pool,
    Prisma.sql`
      WITH person AS (SELECT unnest(${people.map(({ id }) => id)}::uuid[]) AS id),
      today AS (SELECT date_trunc('day', now() AT TIME ZONE zone.name) AT TIME ZONE zone.name AS start
        FROM (SELECT ${zone} AS name) zone),
      busy AS (
        SELECT m."userId", count(*)::int AS chats, min(c."unansweredSince") AS since
        FROM "ChatMember" m JOIN "Chat" c ON c.id = m."chatId"
        WHERE m."userId" IN (SELECT id FROM person) AND m."leftAt" IS NULL
          AND c.status = 'ACTIVE' AND c."snoozedAt" IS NULL
        GROUP BY m."userId"),
      offered AS (
        SELECT "toUserId", count(*)::int AS offers FROM "ChatInvitation"
        WHERE "toUserId" IN (SELECT id FROM person) AND state = 'PENDING' AND "expiresAt" > now()
        GROUP BY "toUserId"),
      worked AS (
        SELECT m."userId", m."chatId", today.start FROM today, "ChatMember" m
        WHERE m."userId" IN (SELECT id FROM person) AND (m."leftAt" IS NULL OR m."leftAt" >= today.start)
          AND EXISTS (SELECT FROM "Message" said
            WHERE said."chatId" = m."chatId" AND said."userId" = m."userId"
              AND said.author = 'OPERATOR' AND said."createdAt" >= today.start)),
      done AS (
        SELECT worked."userId", count(*)::int AS chats,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM reply."createdAt" - asked."createdAt"))
            FILTER (WHERE reply."userId" = worked."userId" AND reply."createdAt" >= worked.start) AS seconds
        FROM worked
        LEFT JOIN LATERAL (SELECT "userId", seq, "createdAt" FROM "Message" first
          WHERE first."chatId" = worked."chatId" AND first.author = 'OPERATOR' ORDER BY seq LIMIT 1) reply ON true
        LEFT JOIN LATERAL (SELECT "createdAt" FROM "Message" said
          WHERE said."chatId" = worked."chatId" AND said.author = 'VISITOR' AND said.seq < reply.seq
            AND said.seq > coalesce((SELECT max(answer.seq) FROM "Message" answer
              WHERE answer."chatId" = worked."chatId" AND answer.seq < reply.seq
                AND ${isEntrySql('answer', 'isAnswer')}), 0)
          ORDER BY said.seq LIMIT 1) asked ON true
        GROUP BY worked."userId")
      SELECT person.id AS "userId", coalesce(last."endedAt", last."startedAt") AS since,
        coalesce(busy.chats, 0) AS chats, busy.since AS "longestWaitSince", coalesce(offered.offers, 0) AS offers,
        coalesce(done.chats, 0) AS "answeredToday", round(done.seconds)::int AS "firstReplySeconds"
      FROM person
      LEFT JOIN busy ON busy."userId" = person.id
      LEFT JOIN offered ON offered."toUserId" = person.id
      LEFT JOIN done ON done."userId" = person.id
      LEFT JOIN LATERAL (SELECT "startedAt", "endedAt" FROM "OperatorPresence"
        WHERE "userId" = person.id ORDER BY "startedAt" DESC LIMIT 1) last ON true`,
  )
}
