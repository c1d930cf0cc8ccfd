import { SYSTEM } from '../../events/actor.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { AttemptResult, Consequences, OutboxKind } from '../../outbox/outbox-kind.ts'
import { everyMs } from '../../outbox/schedule.ts'
import { changeChat } from '../chats/change-chat.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'
import { quotedSql } from '../messages/quotes/quoted-sql.ts'
import { readClientAnswer } from './client-answer.ts'
import { clientMessage, clientUrl } from './client-message.ts'
import { CLIENT_REPLY } from './client-reply.ts'
import type { Reply } from './reply.ts'

/** The contract's part 8: three attempts, their beginnings 3 s apart, the error event 9 s after the first. */
const ATTEMPTS = 3
const ATTEMPT_EVERY_MS = 3_000
export const ATTEMPT_LIMIT_MS = 3_000

/** A message of an operator or a bot to the client's server (contract A3). */
export const clientReplyKind: OutboxKind<Reply> = {
  name: CLIENT_REPLY,
  concurrency: 400,
  perReceiver: 50,
  claimMs: ATTEMPT_LIMIT_MS + 5_000,
  schedule: { attempts: ATTEMPTS, next: everyMs(ATTEMPT_EVERY_MS), failsLate: true, yieldsAfter: null },
  keepDays: null,
  target: Prisma.sql`
    SELECT m.id, m.type::text AS type, m.text, m.media, ${quotedSql('m')} AS quoted, coalesce(b.name, u.name) AS "senderName",
           photo.key AS "senderPhotoKey", v."externalId" AS "recipientId", ch."publicId", api."serverUrl", api.chunked,
           api."acceptsAny2xx"
    FROM "Message" m
    JOIN "Chat" c ON c.id = m."chatId"
    JOIN "Visitor" v ON v.id = c."visitorId"
    JOIN "Channel" ch ON ch.id = c."channelId"
    JOIN "ChatApiSettings" api ON api."channelId" = ch.id
    LEFT JOIN "Bot" b ON b.id = c."botId" AND m.author = 'BOT' AND ${isEntrySql('m', 'isAnswer')}
    LEFT JOIN "User" u ON u.id = m."userId"
    LEFT JOIN "File" photo ON photo.id = u."photoId"
    WHERE m.id = item."messageId"`,
  isWanted: async () => true,
  payload: async ({ env }, { target }) => clientMessage(env, target),
  send: ({ sender }, { target, payload }) =>
    sender.post({
      url: clientUrl(target),
      body: payload,
      headers: { 'content-type': 'application/json' },
      chunked: target.chunked,
      timeoutMs: ATTEMPT_LIMIT_MS,
    }),
  read: (answer, { target }) => readClientAnswer(answer, target),
  follow: async (_services, ended) => tellOperators(ended),
}

/**
 * Every attempt changes what operators see next to the message; a failure also changes the chat's line in
 * every list.
 */
function tellOperators({ item, state }: AttemptResult<Reply>): Consequences {
  const { id: subjectId, accountId, receiverId: channelId, chatId, messageId } = item
  if (!chatId || !messageId) return {}
  const about = { actor: SYSTEM, messageId, subjectId }
  if (state !== 'FAILED') {
    const kind = state === 'SENT' ? 'DELIVERY_SENT' : 'DELIVERY_DELAYED'
    return { events: [{ ...about, accountId, kind, channelId, chatId }] }
  }
  return {
    async run(work) {
      await changeChat(work, chatId, {}, { ...about, kind: 'DELIVERY_FAILED' })
    },
  }
}
