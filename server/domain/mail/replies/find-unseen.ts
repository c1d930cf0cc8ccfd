import type { Db } from '../../../database/client.ts'
import { DAY_MS } from '../../../durations.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { isEntrySql } from '../../messages/entries/is-entry.ts'
import { addressHashSql } from './unsubscribed-address.ts'

/** Older replies are not mailed: not after the setting was turned on, and not after the workers were gone for long. */
const OLDEST_MS = DAY_MS
/** More than wait at a time; the next run finds the rest. */
const MOST = 5_000

/** A chat with replies that are due, and whose visitor may have left. */
export interface UnseenChat {
  id: string
  accountId: string
  channelId: string
  visitorId: string
}

/** Up to which entry of the chat `c` nothing has to be mailed: the visitor has seen it, cleared it, or it is in a mail. */
const handledSeq = Prisma.sql`
  greatest(c."seenSeq", c."lastVisitorSeq", c."clearedSeq", c."mailedSeq")`

/**
 * Chats with replies that the visitor has not seen in the time of the setting. Only the open chats and the newest closed
 * ones of widgets with this setting are read, so it costs nothing where nobody uses it. The latest of each account are first:
 * however many cannot be mailed, those after them have their turn, and those of one account keep no other's waiting.
 */
export function findUnseen(db: Db, now = new Date()): Promise<UnseenChat[]> {
  const oldest = new Date(now.getTime() - OLDEST_MS)
  return db.$queryRaw<UnseenChat[]>`
    SELECT c.id, c."accountId", c."channelId", c."visitorId"
    FROM "WidgetSettings" widget
    JOIN "Channel" channel ON channel.id = widget."channelId" AND channel."deletedAt" IS NULL
    CROSS JOIN LATERAL (
      SELECT * FROM "Chat"
      WHERE "accountId" = channel."accountId" AND "channelId" = channel.id AND status IN ('BOT', 'QUEUED', 'ACTIVE')
      UNION ALL
      SELECT * FROM "Chat"
      WHERE "accountId" = channel."accountId" AND "closedAt" > ${oldest} AND "channelId" = channel.id
        AND status = 'CLOSED'
    ) AS c
    JOIN "Visitor" v ON v.id = c."visitorId" AND v.email <> '' AND v."blacklistedAt" IS NULL
    WHERE widget."mailsReplies" AND c."lastSeq" > ${handledSeq}
      AND EXISTS (
        SELECT 1 FROM "Message" m
        WHERE m."chatId" = c.id AND m.seq > ${handledSeq} AND ${isEntrySql('m', 'isMailed')}
          AND m."deletedAt" IS NULL AND m."createdAt" > ${oldest}
          AND m."createdAt" <= ${now}::timestamptz - widget."mailRepliesMinutes" * interval '1 minute')
      AND NOT EXISTS (
        SELECT 1 FROM "UnsubscribedAddress" gone
        WHERE gone."accountId" = c."accountId"
          AND gone."addressHash" = ${addressHashSql(Prisma.sql`c."accountId"`, Prisma.sql`v.email`)})
    ORDER BY row_number() OVER (PARTITION BY c."accountId" ORDER BY c."lastActivityAt" DESC), c."lastActivityAt" DESC
    LIMIT ${MOST}`
}
