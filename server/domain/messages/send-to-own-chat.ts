import { setImmediate as nextTurn } from 'node:timers/promises'
import { isRolledBack } from '../../database/errors.ts'
import { queryDirect } from '../../database/query-direct.ts'
import { statement } from '../../database/statement.ts'
import { type Chat, type Message, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reachedBy } from '../viewer.ts'
import { type AppendedRow, type AppendResult, readAppended } from './append-result.ts'
import { insertedMessage, messageOf, movedChat, selectAppended } from './append-sql.ts'
import { messageEvent } from './message-event.ts'
import type { MessageRow } from './message-row.ts'
import { type OperatorMessage, operatorMessageRow } from './operator-message.ts'
import { type SaidMessage, saidInParameters, saidMessage } from './said-message.ts'

type OwnChat = Pick<Chat, 'id' | 'accountId' | 'revision'>

/**
 * The fast path for nearly every message of an operator: the chat is theirs already. Two statements: one reads the
 * chat, and one stores the message if nothing has changed since. Returns null when the fast path does not apply.
 */
export async function sendToOwnChat(services: Services, input: OperatorMessage): Promise<Message | null> {
  const chat = await findOwnChat(services, input)
  if (!chat) return null
  const row = await operatorMessageRow(services, services.db, input)
  const sent = await store(services, chat, row)
  if (!sent) return null
  const message = messageOf(row, sent)
  services.announcer.announce([messageEvent(message, sent)])
  // It is on its way before the answer is made.
  await nextTurn()
  return message
}

/** The chat, if the viewer is in it and the message is new. */
async function findOwnChat(
  { pool }: Services,
  { viewer, chatId, idempotencyKey }: OperatorMessage,
): Promise<OwnChat | undefined> {
  const [chat] = await queryDirect<OwnChat>(
    pool,
    Prisma.sql`
    SELECT id, "accountId", revision
    FROM "Chat"
    WHERE id = ${chatId}::uuid AND ${reachedBy(viewer)} AND status = 'ACTIVE'
      AND EXISTS (
        SELECT FROM "ChatMember" m
        WHERE m."chatId" = "Chat".id AND m."userId" = ${viewer.userId}::uuid AND m."leftAt" IS NULL)
      AND NOT EXISTS (SELECT FROM "Message" m WHERE m.id = ${idempotencyKey}::uuid)`,
  )
  return chat
}

/** Every change of a chat changes its revision, including a change of its operators. */
const storeInChat = statement<AppendedRow, SaidMessage & { chatId: string; revision: number }>(
  (parameter) => {
    const said = saidInParameters(parameter, 'OPERATOR')
    return Prisma.sql`
    WITH picked AS (
      SELECT id AS "chatId"
      FROM "Chat"
      WHERE id = ${parameter('chatId')}::uuid AND revision = ${parameter('revision')}
      FOR NO KEY UPDATE
    ), ${movedChat(said)}, ${insertedMessage(said)} ${selectAppended}`
  },
)

async function store(
  { pool }: Services,
  { id: chatId, revision }: OwnChat,
  row: MessageRow,
): Promise<AppendResult | undefined> {
  const stored = storeInChat(pool, { chatId, revision, ...saidMessage(row) })
  // A refused message is tried again on the slow path, which can tell why.
  const [sent] = await stored.catch((error) => {
    if (isRolledBack(error)) return []
    throw error
  })
  return sent && readAppended(sent)
}
