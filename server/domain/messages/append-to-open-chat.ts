import type { ChatActivity } from '../../events/live-event.ts'
import type { Message } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { uuidv7 } from '../../uuid.ts'
import { botLane } from '../bots/bot-lane.ts'
import { visitorKey } from '../visitors/visitor-profile.ts'
import { previewOf } from './preview.ts'
import type { VisitorMessage } from './visitor-message.ts'

interface Row {
  chatId: string
  status: ChatActivity['status']
  revision: number
  seq: number
  eventId: bigint
  createdAt: Date
  toBot: boolean
}

/**
 * The short way, for nearly every message of a conversation: a visitor who is known, unchanged and has an open
 * chat. One statement, so one round trip and one transaction. Returns the message's id, or null when the long
 * way must be taken.
 */
export async function appendToOpenChat(services: Services, input: VisitorMessage): Promise<string | null> {
  const { channel, profile, draft } = input
  const id = uuidv7()
  const preview = previewOf(draft)
  const media = draft.media ? JSON.stringify(draft.media) : null
  // The row lock that the UPDATE takes orders concurrent messages; a chat that was closed meanwhile no longer matches.
  const rows = await services.db.$queryRaw<Row[]>`
    WITH chat AS (
      UPDATE "Chat" c
      SET "lastSeq" = c."lastSeq" + 1, "lastVisitorSeq" = c."lastSeq" + 1, revision = c.revision + 1,
          preview = ${preview}, "lastActivityAt" = now()
      FROM "Visitor" v
      WHERE v."channelId" = ${channel.id}::uuid AND v.key = ${visitorKey(profile)}
        AND v."externalId" = ${JSON.stringify(profile.externalId)}::jsonb
        AND (${profile.name ?? null}::text IS NULL OR v.name = ${profile.name ?? null})
        AND (${profile.email ?? null}::text IS NULL OR v.email = ${profile.email ?? null})
        AND (${profile.phone ?? null}::text IS NULL OR v.phone = ${profile.phone ?? null})
        AND (${profile.photoUrl ?? null}::text IS NULL OR v."photoUrl" = ${profile.photoUrl ?? null})
        AND (${profile.pageUrl ?? null}::text IS NULL OR v."pageUrl" = ${profile.pageUrl ?? null})
        AND c."visitorId" = v.id AND c.status <> 'CLOSED'
      RETURNING c.id, c."lastSeq", c.revision, c.status,
                CASE WHEN c.status = 'BOT' OR c.status = 'QUEUED' AND c."agentUnavailableAt" IS NOT NULL
                     THEN c."botId" END AS "botId"
    ), message AS (
      INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text, media, invite, "externalId")
      SELECT ${id}::uuid, ${channel.accountId}::uuid, chat.id, chat."lastSeq", 'VISITOR', ${draft.type}::"MessageType",
             ${draft.text}, ${media}::jsonb, ${draft.invite}, ${draft.externalId}
      FROM chat
    ), bot_event AS (
      INSERT INTO "BotEvent" (id, "accountId", "botId", "chatId", "messageId", direction, kind, state)
      SELECT ${uuidv7()}::uuid, ${channel.accountId}::uuid, chat."botId", chat.id, ${id}::uuid,
             'OUT', 'CLIENT_MESSAGE', 'PENDING'
      FROM chat
      WHERE chat."botId" IS NOT NULL
    ), event AS (
      INSERT INTO "Event" ("accountId", kind, "channelId", "chatId", "messageId")
      SELECT ${channel.accountId}::uuid, 'MESSAGE_CREATED', ${channel.id}::uuid, chat.id, ${id}::uuid
      FROM chat
      RETURNING id, "createdAt"
    )
    SELECT chat.id AS "chatId", chat.status::text AS status, chat.revision, chat."lastSeq" AS seq,
           event.id AS "eventId", event."createdAt", chat."botId" IS NOT NULL AS "toBot"
    FROM chat, event`
  const row = rows[0]
  if (!row) return null
  announceMessage(services, input, { ...draft, id, preview }, row)
  return id
}

function announceMessage(
  services: Services,
  { channel }: VisitorMessage,
  written: VisitorMessage['draft'] & { id: string; preview: string },
  { chatId, status, revision, seq, eventId, createdAt, toBot }: Row,
): void {
  const { id, type, text, media, invite, externalId, preview } = written
  const { accountId, id: channelId } = channel
  const message: Message = {
    id,
    accountId,
    chatId,
    seq,
    type,
    text,
    media,
    invite,
    externalId,
    createdAt,
    author: 'VISITOR',
    userId: null,
    rich: null,
    notice: null,
  }
  const activity = {
    id: chatId,
    status,
    revision,
    preview,
    lastSeq: seq,
    lastVisitorSeq: seq,
    lastActivityAt: createdAt,
  }
  services.announcer.announce([
    {
      event: {
        id: eventId,
        accountId,
        kind: 'MESSAGE_CREATED',
        channelId,
        chatId,
        messageId: id,
        subjectId: null,
        userId: null,
        createdAt,
        announcedAt: null,
      },
      snapshot: { message, activity },
      ...(toBot && { lane: botLane(chatId) }),
    },
  ])
}
