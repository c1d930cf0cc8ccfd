import type { Db, Tx } from '../../../database/client.ts'
import { AppError } from '../../../errors.ts'
import { type Viewer, within } from '../../viewer.ts'
import { entriesWhere } from '../entries/is-entry.ts'

interface FindQuoted {
  viewer: Viewer
  chatId: string
  quotedId: string | null | undefined
  /** Whether the visitor reads what quotes it. */
  isReply: boolean
}

/**
 * The id of the entry that is quoted, if one is. Throws `not_found` for one that is not in the chat or was deleted, and for a
 * note that a reply would show to the visitor.
 */
export async function findQuoted(
  db: Db | Tx,
  { viewer, chatId, quotedId, isReply }: FindQuoted,
): Promise<string | null> {
  if (!quotedId) return null
  const { accountId, ...chat } = within(viewer)
  const quoted = await db.message.findFirst({
    where: {
      id: quotedId,
      chatId,
      accountId,
      chat,
      deletedAt: null,
      ...entriesWhere(isReply ? 'forVisitor' : 'inArchive'),
    },
    select: { id: true },
  })
  if (quoted) return quoted.id
  const message = isReply
    ? 'A reply can quote a message of the same chat, but not a note or a deleted message.'
    : 'A note can quote a message or note of the same chat, unless it was deleted.'
  throw new AppError('not_found', message, { field: 'input.quotedMessageId' })
}
