import type { Db, Tx } from '../../database/client.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import type { File } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { repliesWithin } from '../canned-replies/replies-within.ts'
import { checkAll } from '../check-all.ts'
import type { Viewer } from '../viewer.ts'
import { describeFile, type FileUse } from './describe-file.ts'
import { TEXT_LENGTH } from './lengths.ts'
import { type MessageRow, messageRow } from './message-row.ts'
import { findQuoted } from './quotes/find-quoted.ts'

/** One day. */
const LONGEST_SECONDS = 86_400

/** What an operator sends. */
export interface OperatorContent extends FileUse {
  viewer: Viewer
  /** Created by the client, so that a retry does not create a second message. It becomes the id of the message. */
  idempotencyKey: string
  /** The text, or the comment on the file; up to 4000 characters. */
  text: string | null
  fileId: string | null
  /** A place instead of a file. */
  location?: { latitude: number; longitude: number } | null
}

export interface OperatorMessage extends OperatorContent {
  chatId: string
  /** The message of the same chat that it quotes. */
  quotedId?: string | null
}

/** All errors in the content of a message. */
export function problemsOf({ text, fileId, location, duration }: OperatorContent): AppError[] {
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
  return problems
}

/**
 * The row of an operator's message. Throws `not_found` for a file that is neither the operator's own nor of a canned reply of
 * theirs, and for a message that cannot be quoted.
 */
export async function operatorMessageRow(
  { env }: Services,
  db: Db | Tx,
  message: OperatorContent & Partial<OperatorMessage>,
): Promise<MessageRow> {
  const { idempotencyKey: id, text, fileId, location, viewer } = message
  const { chatId = '', quotedId } = message
  const [quoted, file] = await checkAll(
    () => findQuoted(db, { viewer, chatId, quotedId, isReply: true }),
    () => (fileId ? findFile(db, message) : null),
  )
  const common = { id, author: 'OPERATOR', userId: viewer.userId, text, quotedId: quoted } as const
  if (location) {
    const { latitude, longitude } = location
    return messageRow({ ...common, type: 'LOCATION', media: { latitude, longitude } })
  }
  if (!file) return messageRow({ ...common, type: 'TEXT' })
  const { type, media } = describeFile(env, file, message)
  return messageRow({ ...common, type, media, fileId })
}

async function findFile(db: Db | Tx, { fileId, viewer }: OperatorContent): Promise<File> {
  const file = await db.file.findFirst({
    where: { id: fileId ?? undefined, accountId: viewer.accountId, ownerId: viewer.userId },
  })
  if (file) return file
  const ofReply = await db.file.findFirst({
    where: {
      id: fileId ?? undefined,
      accountId: viewer.accountId,
      cannedReplies: { some: { cannedReply: repliesWithin(viewer) } },
    },
  })
  if (ofReply) return ofReply
  throw new AppError('not_found', 'You have no such file. Upload it first.', { field: 'input.fileId' })
}
