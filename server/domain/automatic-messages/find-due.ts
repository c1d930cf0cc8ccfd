import type { Tx } from '../../database/client.ts'
import { type AutomaticMessageKind, Prisma } from '../../generated/prisma/client.ts'
import { hoursIdSql } from '../hours/opening-hours-sql.ts'
import { automaticKindNames, automaticKinds, LONGEST_AFTER_END } from './automatic-kinds.ts'

/** The next sweep sends the rest, so that nobody waits for thousands. */
const BATCH = 200

/** A message that a chat is to get now. */
export interface DueMessage {
  accountId: string
  chatId: string
  kind: AutomaticMessageKind
  texts: Prisma.JsonValue
  /** Of the visitor's browser. */
  language: string | null
  /** Of the widget. */
  locale: string | null
  /** Whether it is still said. */
  isFresh: boolean
}

type Chats = (typeof automaticKinds)[AutomaticMessageKind]['chats']

interface FindDue {
  chats: Chats
  /** The hours outside of which it is now. */
  closedHours: readonly string[]
  /** Only this chat and this kind. */
  only?: Pick<DueMessage, 'chatId' | 'kind'>
}

/** By what is indexed: the channel and the status, or the time of the end. */
const isAmong: Record<Chats, Prisma.Sql> = {
  OPEN: Prisma.sql`c.status IN ('BOT', 'QUEUED')`,
  CLOSED: Prisma.sql`c.status = 'CLOSED' AND c."closedAt" > now() - make_interval(secs => ${LONGEST_AFTER_END})`,
}

/**
 * The automatic messages that are due in these chats, at most a batch: those of each account and kind oldest first, and the
 * first of each before the second of any, so that ten thousand chats that one account wants closed delay no greeting. Channels
 * that have none cost nothing.
 */
export function findDue(
  tx: Pick<Tx, '$queryRaw'>,
  { chats, closedHours, only }: FindDue,
): Promise<DueMessage[]> {
  const kinds = automaticKindNames.filter((kind) => automaticKinds[kind].chats === chats)
  const ofOne = only
    ? Prisma.sql`AND c.id = ${only.chatId}::uuid AND a.kind::text = ${only.kind}`
    : Prisma.empty
  return tx.$queryRaw<DueMessage[]>`
    SELECT c."accountId", c.id AS "chatId", a.kind::text AS kind, a.texts, visit.language, widget.locale,
           due.at > now() - due."freshFor" AS "isFresh"
    FROM "AutomaticMessage" a
    JOIN "Channel" ch ON ch.id = a."channelId" AND ch."deletedAt" IS NULL AND ch."pausedAt" IS NULL
    LEFT JOIN "WidgetSettings" widget ON widget."channelId" = ch.id
    JOIN "Chat" c ON c."accountId" = ch."accountId" AND c."channelId" = ch.id AND ${isAmong[chats]}
    LEFT JOIN "Visit" visit ON visit."visitorId" = c."visitorId"
    CROSS JOIN LATERAL (
      SELECT coalesce(${hours} = ANY(${[...closedHours]}::uuid[]), false) AS closed
    ) place
    CROSS JOIN LATERAL (
      SELECT CASE a.kind::text ${each((kind) => Prisma.sql`CASE WHEN ${kind.condition} THEN ${kind.since} END`)} END
               + make_interval(secs => a."delaySeconds") AS at,
             make_interval(secs => CASE a.kind::text ${each(({ freshFor }) => Prisma.raw(String(freshFor)))} END) AS "freshFor",
             CASE a.kind::text ${each(({ closes }) => Prisma.raw(String(closes)))} END AS closes
    ) due
    WHERE a.enabled AND a.kind::text = ANY(${kinds as string[]}) ${ofOne}
      AND due.at <= now() AND (due.at > now() - due."freshFor" OR due.closes)
      AND NOT EXISTS (SELECT FROM "SentAutomaticMessage" sent WHERE sent."chatId" = c.id AND sent.kind = a.kind)
    ORDER BY row_number() OVER (PARTITION BY c."accountId", a.kind ORDER BY due.at), due.at LIMIT ${BATCH}`
}

const hours = hoursIdSql({
  accountId: Prisma.sql`c."accountId"`,
  channelId: Prisma.sql`c."channelId"`,
  departmentId: Prisma.sql`c."departmentId"`,
})

function each(value: (kind: (typeof automaticKinds)[AutomaticMessageKind]) => Prisma.Sql): Prisma.Sql {
  return Prisma.join(
    automaticKindNames.map(
      (name) => Prisma.sql`WHEN ${Prisma.raw(`'${name}'`)} THEN ${value(automaticKinds[name])}`,
    ),
    ' ',
  )
}
