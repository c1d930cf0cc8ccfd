import { retryConflict } from '../../database/retry-conflict.ts'
import type { AppError } from '../../errors.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Message } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../text/storable-text.ts'
import { requireAction } from '../chats/chat-actions.ts'
import { enterChat } from '../chats/enter-chat.ts'
import { isMember, type LockedChat } from '../chats/lock-chat.ts'
import { lockChatToJoin } from '../chats/lock-chat-to-join.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { keyReused } from '../key-reused.ts'
import type { Viewer } from '../viewer.ts'
import { postMessage } from './append-message.ts'
import { type OperatorMessage, operatorMessageRow, problemsOf } from './operator-message.ts'
import { isSameMessage } from './same-message.ts'
import { sendToOwnChat } from './send-to-own-chat.ts'

interface SendMessage extends OperatorMessage {
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Sends an operator's message: it is stored, shown, and then delivered. Sending to a waiting chat accepts it. The
 * same key with the same content returns the existing message, and throws `idempotency_key_reused` with another.
 * Throws all errors of the content and `not_found` for the chat or the file at once; then `chat_closed`,
 * `chat_accepted_by_other`.
 */
export async function sendMessage(
  services: Services,
  { problems: further = [], ...input }: SendMessage,
): Promise<Message> {
  const message = { ...input, text: (input.text && storableText(input.text).trim()) || null }
  const problems = [...further, ...problemsOf(message)]
  const sent = problems.length === 0 ? await sendToOwnChat(services, message) : null
  return sent ?? retryConflict(() => sendToAnyChat(services, message, problems))
}

/** The slow path, which covers every case. */
function sendToAnyChat(services: Services, input: OperatorMessage, problems: AppError[]): Promise<Message> {
  const { viewer, chatId, idempotencyKey } = input
  return transact(services, async (work) => {
    const [, row, chat] = await checkAll(
      () => throwAll(problems),
      () => operatorMessageRow(services, work.tx, input),
      () => lockChatToJoin(work.tx, viewer, chatId),
    )
    const sent = await work.tx.message.findUnique({ where: { id: idempotencyKey } })
    if (sent && isSameMessage(sent, { ...row, chatId })) return sent
    if (sent) throw keyReused()
    await enter(work, chat, viewer)
    return postMessage(work, chat, row)
  })
}

async function enter(work: Work, chat: LockedChat, viewer: Viewer): Promise<void> {
  requireAction(chat, viewer, 'SEND')
  if (!isMember(chat, viewer)) await enterChat(work, chat, viewer.userId)
}
