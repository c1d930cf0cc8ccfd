import { Prisma } from '../../../generated/prisma/client.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '../notification-kinds.ts'
import { choosesSql } from '../notification-settings.ts'
import { pushKinds } from './push-kinds.ts'

/** Something that a browser is to be told. */
export interface News {
  kind: NotificationKind
  accountId: string
  userId: string
  subscriptionId: string
  chatId: string | null
  messageId: string | null
  /** When the person last used the app, to the minute. */
  lastSeenAt: Date
}

/** A row of `newsSql`: the snapshot that it was read in, and without news nothing else. */
export type NewsRow = { snapshot: string } & ({ [Field in keyof News]: null } | News)

const events = [...new Set(NOTIFICATION_KINDS.flatMap((kind) => pushKinds[kind].events))]

/** Older events are no news to anybody. */
const AGE = Prisma.sql`interval '10 minutes'`
/** How many events a round looks at, the newest: a backlog, or a million events in a minute, must not hold up what comes next. */
const EVENTS_AT_ONCE = 2_000
/** What a browser is told at most at once, of the newest: nobody reads the hundreds that came while no worker ran. */
export const MOST_AT_ONCE = 20

/**
 * What happened in these accounts since a snapshot, for every browser to which it is pushed: of the same in the same chat only
 * the last, and no more than `MOST_AT_ONCE`. Its snapshot is the place to continue from.
 */
export function newsSql(accountIds: readonly string[], since: string): Prisma.Sql {
  // A database that was restored counts its transactions from the beginning.
  const isRestored = Prisma.sql`pg_snapshot_xmax(${since}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())`
  const people = NOTIFICATION_KINDS.map(
    (kind) => Prisma.sql`
      SELECT ${kind}::text AS kind, "eventId", "userId" FROM (${pushKinds[kind].people}) AS each`,
  )
  const chosen = NOTIFICATION_KINDS.map(
    (kind) => Prisma.sql`told.kind = ${kind} AND ${choosesSql('u', kind, 'PUSH')}`,
  )
  return Prisma.sql`
    WITH heard AS MATERIALIZED (
      SELECT id, kind::text AS kind, "accountId", "chatId", "messageId", "subjectId", "userId", "createdAt",
             "actorType"::text AS "actorType", "actorId"
      FROM "Event"
      WHERE "accountId" = ANY(${[...accountIds]}::uuid[]) AND kind::text = ANY(${events as string[]}::text[])
        AND "createdAt" > now() - ${AGE}
        -- Not as an alternative to what it is compared with: then every event of the accounts would be read.
        AND txid >= CASE WHEN ${isRestored} THEN 0 ELSE pg_snapshot_xmin(${since}::pg_snapshot)::text::bigint END
        AND (${isRestored} OR NOT pg_visible_in_snapshot(txid::text::xid8, ${since}::pg_snapshot))
      ORDER BY id DESC LIMIT ${EVENTS_AT_ONCE}),
    -- Each on its own, because the planner expects few events: together it would find all of it again for each of many.
    people AS MATERIALIZED (${Prisma.join(people, ' UNION ALL ')}),
    told AS MATERIALIZED (
      SELECT people.kind, people."userId", heard.id AS "eventId", heard."accountId", heard."chatId", heard."messageId",
             heard."createdAt"
      FROM people JOIN heard ON heard.id = people."eventId"),
    news AS (
      SELECT DISTINCT ON (told.kind, s.id, told."chatId")
             told.kind, told."accountId", u.id AS "userId", s.id AS "subscriptionId", told."chatId", told."messageId",
             told."eventId",
             (SELECT max(used."lastSeenAt") FROM "Session" used WHERE used."userId" = u.id) AS "lastSeenAt"
      FROM told
      -- The log outlives the chats that it tells of.
      JOIN "Chat" chat ON chat.id = told."chatId"
      JOIN "User" u ON u.id = told."userId" AND u."accountId" = told."accountId" AND u."deactivatedAt" IS NULL
      JOIN "Session" session ON session."userId" = u.id AND session."expiresAt" > now()
      JOIN "PushSubscription" s ON s."sessionId" = session.id AND s."createdAt" <= told."createdAt"
      WHERE ${Prisma.join(chosen, ' OR ')}
      ORDER BY told.kind, s.id, told."chatId", told."eventId" DESC),
    newest AS (
      SELECT news.*, row_number() OVER (PARTITION BY "subscriptionId" ORDER BY "eventId" DESC) AS place FROM news)
    SELECT here.snapshot, kind, "accountId", "userId", "subscriptionId", "chatId", "messageId", "lastSeenAt"
    FROM (SELECT pg_current_snapshot()::text AS snapshot) AS here LEFT JOIN newest ON place <= ${MOST_AT_ONCE}`
}
