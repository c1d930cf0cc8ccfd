import type { RecordedEvent } from '../../../events/record.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { uuidv7 } from '../../../uuid.ts'
import { deliveredKinds } from '../../channels/kinds/channel-kinds.ts'
import { previewOf } from '../../messages/preview.ts'
import type { Rich } from '../../messages/rich.ts'
import { LAST_REPEAT_GRACE_MS } from '../outgoing/bot-schedule.ts'
import type { BotEntry } from '../settings/bot-directory.ts'
import { contentHash } from './content-hash.ts'
import type { Incoming } from './incoming.ts'

type Row = Pick<
  Chat,
  'id' | 'channelId' | 'visitorId' | 'status' | 'revision' | 'lastSeq' | 'lastVisitorSeq'
> & { eventId: bigint; createdAt: Date }

const CHAT_NUMBER = /^\d{1,9}$/

/**
 * The short way, for nearly every reply of a bot: it names a chat that the bot has, it has a plain text, so that
 * every channel can show it, and lately no answer of the bot in that chat was lost or held a reply. One statement:
 * a bot is answered quickly also while many others are waited for. Returns false when the long way must be taken.
 */
export async function appendBotReply(services: Services, incoming: Incoming): Promise<boolean> {
  const { bot, event, body } = incoming
  if (event.kind !== 'BOT_MESSAGE' || event.draft.text === null) return false
  if (!CHAT_NUMBER.test(event.target.chatId ?? '')) return false
  const messageId = uuidv7()
  const { type, text, rich } = event.draft
  const { replyId } = event
  const since = new Date(Date.now() - LAST_REPEAT_GRACE_MS)
  const rows = await services.db.$queryRaw<Row[]>`
    WITH chat AS (
      UPDATE "Chat" c
      SET "lastSeq" = c."lastSeq" + 1, revision = c.revision + 1, preview = ${previewOf({ text })},
          "lastActivityAt" = now()
      WHERE c.number = ${Number(event.target.chatId)} AND c."accountId" = ${bot.accountId}::uuid
        AND c."botId" = ${bot.id}::uuid
        AND (c.status = 'BOT' OR c.status = 'QUEUED' AND c."agentUnavailableAt" IS NOT NULL)
        AND (${replyId}::text IS NULL OR c."botAnsweredAt" IS NULL OR c."botAnsweredAt" < ${since})
        AND NOT EXISTS (
          SELECT FROM "BotEvent" sent
          WHERE sent."chatId" = c.id AND sent.kind = 'CLIENT_MESSAGE' AND sent.direction = 'OUT'
            AND sent.log @> '[{"answerLost": true}]'
            AND (sent."finishedAt" IS NULL OR sent."finishedAt" > ${since}))
      RETURNING c.*
    ), message AS (
      INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text, rich)
      SELECT ${messageId}::uuid, "accountId", id, "lastSeq", 'BOT', ${type}::"MessageType", ${text},
             ${rich && JSON.stringify(rich)}::jsonb
      FROM chat
    ), delivery AS (
      INSERT INTO "Delivery" (id, "accountId", "channelId", "chatId", "messageId", lane)
      SELECT ${uuidv7()}::uuid, chat."accountId", "channelId", chat.id, ${messageId}::uuid, "visitorId"
      FROM chat JOIN "Channel" ch ON ch.id = "channelId" AND ch.kind::text = ANY(${deliveredKinds})
    ), incoming AS (
      INSERT INTO "BotEvent" (id, "accountId", "botId", "chatId", "messageId", direction, kind, body, "contentHash",
                              "replyId", state, note, "finishedAt")
      SELECT ${uuidv7()}::uuid, "accountId", "botId", id, ${messageId}::uuid, 'IN', 'BOT_MESSAGE',
             ${JSON.stringify(body)}::jsonb, ${contentHash(event.draft)}, ${replyId}, 'RECEIVED', ${event.note},
             now()
      FROM chat
    ), event AS (
      INSERT INTO "Event" ("accountId", kind, "channelId", "chatId", "messageId", "visitorId")
      SELECT "accountId", 'MESSAGE_CREATED', "channelId", id, ${messageId}::uuid, "visitorId"
      FROM chat
      RETURNING id, "createdAt"
    )
    SELECT chat.id, chat."channelId", chat."visitorId", chat.status::text AS status, chat.revision, chat."lastSeq",
           chat."lastVisitorSeq", event.id AS "eventId", event."createdAt"
    FROM chat, event`
  const row = rows[0]
  if (row) services.announcer.announce([replyEvent(bot, row, { messageId, type, text, rich })])
  return row !== undefined
}

interface Written {
  messageId: string
  type: 'TEXT' | 'MARKDOWN' | 'BUTTONS'
  text: string
  rich: Rich | null
}

/** The event of the reply, with the rows as the statement wrote them. */
function replyEvent(
  { accountId }: BotEntry,
  { id: chatId, channelId, visitorId, eventId, createdAt, ...chat }: Row,
  { messageId, type, text, rich }: Written,
): RecordedEvent {
  const about = { accountId, chatId, createdAt }
  return {
    event: {
      ...about,
      id: eventId,
      kind: 'MESSAGE_CREATED',
      channelId,
      messageId,
      subjectId: null,
      userId: null,
      visitorId,
      announcedAt: null,
    },
    snapshot: {
      message: {
        ...about,
        id: messageId,
        seq: chat.lastSeq,
        author: 'BOT',
        userId: null,
        type,
        text,
        media: null,
        fileId: null,
        rich,
        notice: null,
        invite: null,
        externalId: null,
      },
      activity: { ...chat, id: chatId, preview: previewOf({ text }), lastActivityAt: createdAt },
    },
    lane: visitorId,
  }
}
