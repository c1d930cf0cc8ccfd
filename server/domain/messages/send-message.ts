import type { Tx } from '../../database/client.ts'
import { retryConflict } from '../../database/retry-conflict.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { File, Message, MessageType } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../storable-text.ts'
import { joinChat } from '../chats/join-chat.ts'
import { isMember, type LockedChat, lockChat, requireOpen, requireUnanswered } from '../chats/lock-chat.ts'
import { checkAll, throwAll } from '../check-all.ts'
import type { Viewer } from '../viewer.ts'
import { appendMessage, messageEvent, pickActivity } from './append-message.ts'
import { describeFile, type FileUse } from './describe-file.ts'
import type { Media } from './media.ts'
import { isSameMessage } from './same-message.ts'

const TEXT_LENGTH = 4000
/** One day. */
const LONGEST_SECONDS = 86_400

export interface SendMessage extends FileUse {
  viewer: Viewer
  chatId: string
  /** Made by the client, so that a retry does not create a second message. It becomes the id of the message. */
  idempotencyKey: string
  /** The text, or the comment on the file; up to 4000 characters. */
  text: string | null
  fileId: string | null
  /** A place instead of a file. */
  location?: { latitude: number; longitude: number } | null
}

/**
 * Sends an operator's message: it is stored, shown, and then delivered. Sending to a waiting chat accepts it. The same
 * key with the same content returns the existing message, and throws `idempotency_key_reused` with another. Throws at
 * once what is wrong with the content, and `not_found` for the chat or the file; then `chat_closed`,
 * `chat_accepted_by_other`.
 */
export function sendMessage(services: Services, input: SendMessage): Promise<Message> {
  const text = (input.text && storableText(input.text).trim()) || null
  const { idempotencyKey: id, viewer, chatId, fileId } = input
  const send = () =>
    transact(services, async (work) => {
      const [, { type, media }, chat] = await checkAll(
        () => checkContent(text, input),
        () => readContent(services, work.tx, input),
        () => lockChat(work.tx, viewer, chatId),
      )
      const content = { userId: viewer.userId, type, text, media, fileId }
      const sent = await work.tx.message.findUnique({ where: { id } })
      if (sent && isSameMessage(sent, { ...content, chatId })) return sent
      if (sent) throw keyReused()
      await enter(work, chat, viewer)
      const { message, chat: changed } = await appendMessage(work.tx, chat.id, {
        id,
        author: 'OPERATOR',
        ...content,
      })
      await work.record(messageEvent(changed, message), {
        snapshot: { message, activity: pickActivity(changed) },
      })
      return message
    })
  return retryConflict(send)
}

function checkContent(text: string | null, { fileId, location, duration }: SendMessage): void {
  const problems: AppError[] = []
  const refuse = (field: string, message: string, code: ErrorCode = 'invalid_request') =>
    problems.push(new AppError(code, message, { field: `input.${field}` }))
  if (!text && !fileId && !location) refuse('text', 'Write something or add a file.', 'blank')
  if (text && Array.from(text).length > TEXT_LENGTH)
    refuse('text', `A message can have at most ${TEXT_LENGTH} characters.`, 'too_long')
  if (fileId && location)
    refuse('location', 'A message cannot have both a file and a location. Send two messages.')
  if (location && !(Math.abs(location.latitude) <= 90))
    refuse('location.latitude', 'A latitude must be between −90 and 90 degrees.')
  if (location && !(Math.abs(location.longitude) <= 180))
    refuse('location.longitude', 'A longitude must be between −180 and 180 degrees.')
  if (duration != null && !(duration >= 1 && duration <= LONGEST_SECONDS))
    refuse('duration', `A duration must be between 1 and ${LONGEST_SECONDS} seconds.`)
  throwAll(problems)
}

async function readContent(
  { env }: Services,
  tx: Tx,
  input: SendMessage,
): Promise<{ type: MessageType; media: Media | null }> {
  if (input.location) {
    const { latitude, longitude } = input.location
    return { type: 'LOCATION', media: { latitude, longitude } }
  }
  if (!input.fileId) return { type: 'TEXT', media: null }
  return describeFile(env, await findFile(tx, input), input)
}

function keyReused(): AppError {
  const message = 'This key was used before for a different message. Generate a new random UUID.'
  return new AppError('idempotency_key_reused', message, { field: 'input.idempotencyKey' })
}

async function enter(work: Work, chat: LockedChat, viewer: Viewer): Promise<void> {
  requireOpen(chat)
  if (isMember(chat, viewer)) return
  requireUnanswered(chat)
  await joinChat(work, chat, viewer.userId)
}

async function findFile(tx: Tx, { fileId, viewer }: SendMessage): Promise<File> {
  const file = await tx.file.findFirst({
    where: { id: fileId ?? undefined, accountId: viewer.accountId, ownerId: viewer.userId },
  })
  if (!file)
    throw new AppError('not_found', 'You have no such file. Upload it first.', { field: 'input.fileId' })
  return file
}
