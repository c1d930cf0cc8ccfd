import type { LoggedKind } from '../../../events/kinds.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { NOTIFICATION_KINDS, type NotificationKind, type NotificationWay } from '../notification-kinds.ts'
import { choosesSql, WANTS_MAIL } from '../notification-settings.ts'
import { PUSH, TAKEN } from './push.ts'
import { pushKinds } from './push-kinds.ts'

/** Something to tell somebody. */
export interface News {
  kind: NotificationKind | typeof TAKEN
  /** What was pushed of a chat that somebody has taken since. */
  replaces: NotificationKind | null
  accountId: string
  userId: string
  /** The browser that it is pushed to; null for what they are mailed about if they do not see it. */
  subscriptionId: string | null
  /** Null for what is about a call. */
  chatId: string | null
  callId: string | null
  messageId: string | null
  /** When the person last used the app, to the minute; null if they have never signed in. */
  lastSeenAt: Date | null
}

/** What somebody can be mailed about; a call is over by then. */
export type ChatNews = News & { chatId: string }

/** A row of `newsSql`: the snapshot that it was read in, and without news nothing else. */
export type NewsRow = { snapshot: string } & ({ [Field in keyof News]: null } | News)

/** After it, nobody else is wanted for the chat. */
const TAKEN_BY: LoggedKind = 'CHAT_ACCEPTED'
const UNTIL_TAKEN: readonly NotificationKind[] = ['OFFER', 'WAITING_CHAT']

const events = [...new Set([TAKEN_BY, ...NOTIFICATION_KINDS.flatMap((kind) => pushKinds[kind].events)])]

/** Older events are no news to anybody. */
const AGE = Prisma.sql`interval '10 minutes'`
/** How many events a round looks at, the newest: a backlog, or a million events in a minute, must not hold up what comes next. */
const EVENTS_AT_ONCE = 2_000
/** What a browser, or a person by mail, is told at most at once, of the newest: nobody reads the hundreds that came while no worker ran. */
export const MOST_AT_ONCE = 20

/**
 * What happened in these accounts since a snapshot, for every browser to which it is pushed and everybody who may be mailed
 * about it: of the same in the same chat only the last, and no more than `MOST_AT_ONCE`. What was pushed of a chat that
 * somebody has taken since is replaced. Its snapshot is the place to continue from.
 */
export function newsSql(accountIds: readonly string[], since: string): Prisma.Sql {
  // A database that was restored counts its transactions from the beginning.
  const isRestored = Prisma.sql`pg_snapshot_xmax(${since}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())`
  const people = NOTIFICATION_KINDS.map(
    (kind) => Prisma.sql`
      SELECT ${kind}::text AS kind, "eventId", "userId" FROM (${pushKinds[kind].people}) AS each`,
  )
  const chosen = (way: NotificationWay) => {
    const kinds = NOTIFICATION_KINDS.map(
      (kind) => Prisma.sql`told.kind = ${kind} AND ${choosesSql('u', kind, way)}`,
    )
    return Prisma.sql`(${Prisma.join(kinds, ' OR ')})`
  }
  const columns = Prisma.sql`
    told.kind, told."accountId", u.id AS "userId", told."chatId", told."callId", told."messageId", told."eventId",
    (SELECT max(used."lastSeenAt") FROM "Session" used WHERE used."userId" = u.id) AS "lastSeenAt"`
  const reached = Prisma.sql`
    told LEFT JOIN "Chat" chat ON chat.id = told."chatId"
    JOIN "User" u ON u.id = told."userId" AND u."accountId" = told."accountId" AND u."deactivatedAt" IS NULL`
  // The log outlives the chats that it tells of.
  const isKept = Prisma.sql`(told."callId" IS NOT NULL OR chat.id IS NOT NULL)`
  return Prisma.sql`
    WITH heard AS MATERIALIZED (
      SELECT id, kind::text AS kind, "accountId", "chatId", "messageId", "subjectId", "userId", "createdAt",
             CASE WHEN kind = 'CALL_STARTED' THEN "subjectId" END AS "callId", "actorType"::text AS "actorType", "actorId"
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
      SELECT people.kind, people."userId", heard.id AS "eventId", heard."accountId", heard."messageId", heard."createdAt",
             heard."callId", CASE WHEN heard."callId" IS NULL THEN heard."chatId" END AS "chatId"
      FROM people JOIN heard ON heard.id = people."eventId"),
    news AS (
      (SELECT DISTINCT ON (told.kind, s.id, told."chatId", told."callId") ${columns}, s.id AS "subscriptionId", NULL::text AS replaces
       FROM ${reached}
       JOIN "Session" session ON session."userId" = u.id AND session."expiresAt" > now()
       JOIN "PushSubscription" s ON s."sessionId" = session.id AND s."createdAt" <= told."createdAt"
       WHERE ${isKept} AND ${chosen('PUSH')}
       ORDER BY told.kind, s.id, told."chatId", told."callId", told."eventId" DESC)
      UNION ALL
      (SELECT DISTINCT ON (told.kind, u.id, told."chatId") ${columns}, NULL::uuid, NULL
       FROM ${reached}
       WHERE told."callId" IS NULL AND ${isKept} AND ${WANTS_MAIL} AND ${chosen('MAIL')}
       ORDER BY told.kind, u.id, told."chatId", told."eventId" DESC)
      UNION ALL
      (SELECT DISTINCT ON (s.id, item.event, heard."chatId")
              ${TAKEN}::text, heard."accountId", session."userId", heard."chatId", NULL::uuid, NULL::uuid, heard.id,
              NULL::timestamptz, s.id, item.event
       FROM heard
       CROSS JOIN LATERAL (
         SELECT event, "receiverId" FROM "OutboxItem"
         WHERE "chatId" = heard."chatId" AND kind = ${PUSH} AND state = 'SENT'
           AND event = ANY(${UNTIL_TAKEN as string[]}::text[]) AND "createdAt" > now() - ${AGE}
         -- For each chat on its own, likewise.
         OFFSET 0) AS item
       JOIN "PushSubscription" s ON s.id = item."receiverId"
       JOIN "Session" session ON session.id = s."sessionId" AND session."expiresAt" > now()
       -- The invitation of a colleague still stands.
       WHERE heard.kind = ${TAKEN_BY} AND NOT (item.event = 'OFFER' AND EXISTS (
         SELECT FROM "ChatInvitation" invitation
         WHERE invitation."chatId" = heard."chatId" AND invitation."toUserId" = session."userId"
           AND invitation.state = 'PENDING' AND invitation."expiresAt" > now()))
       ORDER BY s.id, item.event, heard."chatId", heard.id DESC)),
    newest AS (
      SELECT news.*,
             row_number() OVER (PARTITION BY "userId", "subscriptionId" ORDER BY "eventId" DESC) AS place
      FROM news)
    SELECT here.snapshot, kind, replaces, "accountId", "userId", "subscriptionId", "chatId", "callId", "messageId", "lastSeenAt"
    FROM (SELECT pg_current_snapshot()::text AS snapshot) AS here LEFT JOIN newest ON place <= ${MOST_AT_ONCE}`
}
