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

/**
 * What happened in these accounts since a snapshot, for every browser to which it is pushed: of the same in the same chat only
 * the last. Its snapshot is the place to continue from.
 */
export function newsSql(accountIds: readonly string[], since: string): Prisma.Sql {
  const told = NOTIFICATION_KINDS.map(
    (kind) => Prisma.sql`
      SELECT ${kind}::text AS kind, people."eventId", people."userId" FROM (${pushKinds[kind].people}) AS people`,
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
        -- A database that was restored counts its transactions from the beginning.
        AND (pg_snapshot_xmax(${since}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
             OR txid >= pg_snapshot_xmin(${since}::pg_snapshot)::text::bigint
                AND NOT pg_visible_in_snapshot(txid::text::xid8, ${since}::pg_snapshot))),
    told AS (${Prisma.join(told, ' UNION ALL ')}),
    news AS (
      SELECT DISTINCT ON (told.kind, s.id, heard."chatId")
             told.kind, heard."accountId", u.id AS "userId", s.id AS "subscriptionId", heard."chatId", heard."messageId",
             (SELECT max(used."lastSeenAt") FROM "Session" used WHERE used."userId" = u.id) AS "lastSeenAt"
      FROM told
      JOIN heard ON heard.id = told."eventId"
      JOIN "User" u ON u.id = told."userId" AND u."accountId" = heard."accountId" AND u."deactivatedAt" IS NULL
      JOIN "Session" session ON session."userId" = u.id AND session."expiresAt" > now()
      JOIN "PushSubscription" s ON s."sessionId" = session.id AND s."createdAt" <= heard."createdAt"
      WHERE ${Prisma.join(chosen, ' OR ')}
      ORDER BY told.kind, s.id, heard."chatId", heard.id DESC)
    SELECT here.snapshot, news.*
    FROM (SELECT pg_current_snapshot()::text AS snapshot) AS here LEFT JOIN news ON true`
}
