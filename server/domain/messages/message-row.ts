import { columnList } from '../../database/column-list.ts'
import { type Message, type MessageAuthor, type MessageType, Prisma } from '../../generated/prisma/client.ts'
import { uuidv7 } from '../../text/uuid.ts'
import type { Media } from './media.ts'
import type { Notice } from './notice.ts'
import type { Rich } from './rich.ts'
import type { VisitorDraft } from './visitor-message.ts'

/** A message before it has a place in a chat. */
export interface MessageDraft {
  id?: string
  author: MessageAuthor
  type: MessageType
  userId?: string
  text?: string | null
  media?: Media | null
  /** The file in `media`. */
  fileId?: string | null
  rich?: Rich | null
  quotedId?: string | null
  notice?: Notice
  invite?: string | null
  externalId?: string | null
}

/** What the place in a chat adds to a message. */
type Place = Pick<Message, 'accountId' | 'chatId' | 'seq' | 'createdAt'>

/** What happens to a message later. */
type Changes = Pick<Message, 'editedAt' | 'deletedAt' | 'mailedAt'>

/** The row of a message without its place in a chat. */
export type MessageRow = Omit<Message, keyof Place | keyof Changes | 'media' | 'rich' | 'notice'> & {
  media: Media | null
  rich: Rich | null
  notice: Notice | null
}

/** The row of a message, for every author and every way of inserting it. */
export function messageRow(draft: MessageDraft): MessageRow {
  return {
    id: draft.id ?? uuidv7(),
    author: draft.author,
    userId: draft.userId ?? null,
    type: draft.type,
    text: draft.text ?? null,
    media: draft.media ?? null,
    fileId: draft.fileId ?? null,
    rich: draft.rich ?? null,
    quotedId: draft.quotedId ?? null,
    notice: draft.notice ?? null,
    invite: draft.invite ?? null,
    externalId: draft.externalId ?? null,
  }
}

/** The row of a visitor's message. */
export function visitorMessageRow(draft: VisitorDraft): MessageRow {
  const { id, type, text, media, fileId, invite, externalId, buttonId } = draft
  const rich = buttonId ? { buttonId } : null
  return messageRow({ id, author: 'VISITOR', type, text, media, fileId, rich, invite, externalId })
}

/** The row as it is stored. Field by field: every message comes through here, and a spread takes ten times as long. */
export function storedMessage(row: MessageRow, { accountId, chatId, seq, createdAt }: Place): Message {
  const { id, author, userId, type, text, media, fileId, rich, quotedId, notice, invite, externalId } = row
  return {
    id,
    accountId,
    chatId,
    seq,
    author,
    userId,
    type,
    text,
    media,
    fileId,
    rich,
    quotedId,
    notice,
    invite,
    externalId,
    createdAt,
    editedAt: null,
    deletedAt: null,
    mailedAt: null,
  }
}

/** The values that depend on the place, in a statement in which `chat` is the message's chat. */
const place: Record<keyof Place, string> = {
  accountId: 'chat."accountId"',
  chatId: 'chat.id',
  seq: 'chat."lastSeq"',
  createdAt: 'now()',
}

const unchanged: Record<keyof Changes, true> = { editedAt: true, deletedAt: true, mailedAt: true }

const columns = (Object.keys(Prisma.MessageScalarFieldEnum) as (keyof Message)[]).filter(
  (column): column is keyof MessageRow | keyof Place => !(column in unchanged),
)

/** The columns that a statement fills from a `MessageRow` and its place. */
export const messageColumns = columnList(columns)

/** Their values, in the same order; `value` gives those of the row. */
export function messageValues(value: (column: keyof MessageRow) => Prisma.Sql): Prisma.Sql {
  const values = columns.map((column) => (isOfPlace(column) ? Prisma.raw(place[column]) : value(column)))
  return Prisma.join(values, ', ')
}

function isOfPlace(column: keyof MessageRow | keyof Place): column is keyof Place {
  return column in place
}
