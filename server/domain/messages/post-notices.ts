import type { Work } from '../../events/transact.ts'
import type { Chat, Message } from '../../generated/prisma/client.ts'
import { uuidv7 } from '../../uuid.ts'
import { messageEvent, pickActivity } from './append-message.ts'
import type { Notice } from './notice.ts'

/** Appends the same notice to many chats that the transaction holds, and records each. */
export async function postNotices(work: Work, chats: Pick<Chat, 'id'>[], notice: Notice): Promise<void> {
  const changed = await work.tx.$queryRaw<(Chat & { messageId: string; postedAt: Date })[]>`
    WITH chat AS (
      UPDATE "Chat" c SET "lastSeq" = c."lastSeq" + 1, revision = c.revision + 1
      FROM unnest(${chats.map(({ id }) => id)}::uuid[], ${chats.map(() => uuidv7())}::uuid[]) AS given(id, "messageId")
      WHERE c.id = given.id
      RETURNING given."messageId", c.id, c."accountId", c."channelId", c."visitorId", c."botId", c.status::text AS status, c.revision,
                c."lastSeq", c."lastVisitorSeq", c.preview, c."lastActivityAt"
    ), message AS (
      INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, notice)
      SELECT "messageId", "accountId", id, "lastSeq", 'SYSTEM', 'NOTICE', ${JSON.stringify(notice)}::jsonb
      FROM chat
      RETURNING id, "createdAt"
    )
    SELECT chat.*, message."createdAt" AS "postedAt"
    FROM chat JOIN message ON message.id = chat."messageId"`
  await work.recordAll(
    changed.map(({ messageId, postedAt, ...chat }) => {
      const message = noticeRow(chat, { id: messageId, createdAt: postedAt, notice })
      return { event: messageEvent(chat, message), snapshot: { message, activity: pickActivity(chat) } }
    }),
  )
}

function noticeRow(
  { id: chatId, accountId, lastSeq: seq }: Chat,
  row: Pick<Message, 'id' | 'createdAt' | 'notice'>,
): Message {
  return {
    ...row,
    accountId,
    chatId,
    seq,
    author: 'SYSTEM',
    type: 'NOTICE',
    userId: null,
    text: null,
    media: null,
    fileId: null,
    rich: null,
    invite: null,
    externalId: null,
  }
}
