import type { Tx } from '../../database/client.ts'
import { retryConflict } from '../../database/retry-conflict.ts'
import { AppError } from '../../errors.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { File, Message, MessageType } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../storable-text.ts'
import { queueBotEvent } from '../bots/outgoing/queue-bot-event.ts'
import { replyToVisitor } from '../channels/kinds/reply-to-visitor.ts'
import { joinChat } from '../chats/join-chat.ts'
import { answeredBy, isMember, type LockedChat, lockChat, requireOpen } from '../chats/lock-chat.ts'
import type { Viewer } from '../viewer.ts'
import { appendMessage } from './append-message.ts'
import { describeFile, type FileUse } from './describe-file.ts'
import type { Media } from './media.ts'

const TEXT_LENGTH = 4000
/** One day. */
const LONGEST_SECONDS = 86_400

export interface OperatorMessage extends FileUse {
  viewer: Viewer
  chatId: string
  /** Made by the client, so that a retry does not create a second message. */
  id: string
  /** The text, or the comment on the file; up to 4000 characters. */
  text: string | null
  fileId: string | null
  /** A place instead of a file. */
  location?: { latitude: number; longitude: number } | null
}

/**
 * Sends an operator's message: it is stored, shown, and then delivered. Sending to a waiting chat accepts it. Sending
 * the same id again returns the existing message. Throws `not_found`, `conflict` (closed, or answered by somebody
 * else), `invalid_request`.
 */
export function sendOperatorMessage(services: Services, input: OperatorMessage): Promise<Message> {
  const text = (input.text && storableText(input.text).trim()) || null
  checkContent(text, input)
  const send = () =>
    transact(services, async (work) => {
      const chat = await lockChat(work.tx, input.viewer, input.chatId)
      const sent = await findSent(work.tx, input)
      if (sent) return sent
      await enter(work, chat, input.viewer)
      const { type, media } = await readContent(services, work.tx, input)
      const { message, activity } = await appendMessage(work.tx, chat.id, {
        id: input.id,
        author: 'OPERATOR',
        userId: input.viewer.userId,
        type,
        text,
        media,
        fileId: input.fileId,
      })
      await queueBotEvent(work, chat, { kind: 'AGENT_MESSAGE', messageId: message.id })
      await replyToVisitor(work, chat.channelKind, chat, message)
      const { accountId, channelId, visitorId } = chat
      await work.record(
        { accountId, kind: 'MESSAGE_CREATED', channelId, chatId: chat.id, messageId: message.id, visitorId },
        { snapshot: { message, activity } },
      )
      return message
    })
  return retryConflict(send)
}

function checkContent(text: string | null, { fileId, location, duration }: OperatorMessage): void {
  const refuse = (field: string, message: string) => {
    throw new AppError('invalid_request', message, { field: `input.${field}` })
  }
  if (!text && !fileId && !location) refuse('text', 'Write something or add a file.')
  if (text && Array.from(text).length > TEXT_LENGTH)
    refuse('text', `A message can have at most ${TEXT_LENGTH} characters.`)
  if (fileId && location)
    refuse('location', 'A message cannot have both a file and a location. Send two messages.')
  if (location && !(Math.abs(location.latitude) <= 90))
    refuse('location.latitude', 'A latitude must be between −90 and 90 degrees.')
  if (location && !(Math.abs(location.longitude) <= 180))
    refuse('location.longitude', 'A longitude must be between −180 and 180 degrees.')
  if (duration != null && !(duration >= 1 && duration <= LONGEST_SECONDS))
    refuse('duration', `A duration must be between 1 and ${LONGEST_SECONDS} seconds.`)
}

async function readContent(
  { env }: Services,
  tx: Tx,
  input: OperatorMessage,
): Promise<{ type: MessageType; media: Media | null }> {
  if (input.location) {
    const { latitude, longitude } = input.location
    return { type: 'LOCATION', media: { latitude, longitude } }
  }
  if (!input.fileId) return { type: 'TEXT', media: null }
  return describeFile(env, await findFile(tx, input), input)
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

async function findFile(tx: Tx, { fileId, viewer }: OperatorMessage): Promise<File> {
  const file = await tx.file.findFirst({
    where: { id: fileId ?? undefined, accountId: viewer.accountId, ownerId: viewer.userId },
  })
  if (!file)
    throw new AppError('invalid_request', 'You have no such file. Upload it first.', {
      field: 'input.fileId',
    })
  return file
}
