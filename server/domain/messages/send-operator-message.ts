import type { Tx } from '../../database/client.ts'
import { retryConflict } from '../../database/retry-conflict.ts'
import { AppError } from '../../errors.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Message } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { joinChat } from '../chats/join-chat.ts'
import { answeredBy, isMember, type LockedChat, lockChat, requireOpen } from '../chats/lock-chat.ts'
import type { Viewer } from '../viewer.ts'
import { postMessage } from './append-message.ts'
import { checkOperatorMessage, type OperatorMessage, operatorMessageRow } from './operator-message.ts'
import { sendToOwnChat } from './send-to-own-chat.ts'

/**
 * Sends an operator's message: it is stored, shown, and then delivered. Sending to a waiting chat accepts it. Sending
 * the same id again returns the existing message. Throws `not_found`, `conflict` (closed, or answered by somebody
 * else), `invalid_request`.
 */
export async function sendOperatorMessage(services: Services, input: OperatorMessage): Promise<Message> {
  const checked = checkOperatorMessage(input)
  return (await sendToOwnChat(services, checked)) ?? retryConflict(() => sendToAnyChat(services, checked))
}

/** The slow path, which covers every case. */
function sendToAnyChat(services: Services, input: OperatorMessage): Promise<Message> {
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, input.viewer, input.chatId)
    const sent = await findSent(work.tx, input)
    if (sent) return sent
    await enter(work, chat, input.viewer)
    return postMessage(work, chat, await operatorMessageRow(services, work.tx, input))
  })
}

async function findSent(tx: Tx, { id, chatId, viewer }: OperatorMessage): Promise<Message | null> {
  const sent = await tx.message.findUnique({ where: { id } })
  if (!sent) return null
  if (sent.chatId === chatId && sent.userId === viewer.userId) return sent
  throw new AppError('conflict', 'This id is already in use. Generate a new random UUID.', {
    field: 'input.id',
  })
}

async function enter(work: Work, chat: LockedChat, viewer: Viewer): Promise<void> {
  requireOpen(chat)
  if (isMember(chat, viewer)) return
  if (chat.status === 'ACTIVE') throw new AppError('conflict', answeredBy(chat), { field: 'input.chatId' })
  await joinChat(work, chat, viewer.userId)
}
