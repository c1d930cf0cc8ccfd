import { retryConflict } from '../../../database/retry-conflict.ts'
import type { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { Message } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { archiveAgain } from '../../archive/archive-again.ts'
import { lockChat } from '../../chats/lock-chat.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { keyReused } from '../../key-reused.ts'
import { lockMentioned } from '../../mentions/lock-mentioned.ts'
import { mentionOperators } from '../../mentions/mention-operators.ts'
import type { Viewer } from '../../viewer.ts'
import { postMessage } from '../append-message.ts'
import { messageRow } from '../message-row.ts'
import { findQuoted } from '../quotes/find-quoted.ts'
import { readText, requireText } from '../read-text.ts'
import { isSameMessage } from '../same-message.ts'

interface WriteNote {
  viewer: Viewer
  chatId: string
  /** Created by the client, so that a retry does not create a second note. It becomes the id of the note. */
  idempotencyKey: string
  /** Up to 4000 characters. */
  text: string
  /** Operators who can see the chat. The viewer among them is passed over. */
  mentionedIds: readonly string[]
  /** The entry of the same chat that it quotes. */
  quotedId?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Writes a note: an entry of a chat for operators only, who need not be in the chat, which may be closed. It does not
 * make its author join or accept the chat, and nothing leaves because of it. Throws `blank`, `too_long`, `not_found`,
 * `invalid_request` for somebody who cannot see the chat, and `idempotency_key_reused`.
 */
export function writeNote(
  services: Services,
  { viewer, chatId, idempotencyKey, mentionedIds, quotedId, problems = [], ...input }: WriteNote,
): Promise<Message> {
  return retryConflict(() =>
    transact(services, async (work) => {
      const [, text, mentioned, quoted, chat] = await checkAll(
        () => throwAll(problems),
        () => requireText(readText(input.text)),
        () => lockMentioned(work.tx, { viewer, of: { chatId }, ids: mentionedIds }),
        () => findQuoted(work.tx, { viewer, chatId, quotedId, isReply: false }),
        () => lockChat(work.tx, viewer, chatId),
      )
      const row = messageRow({
        id: idempotencyKey,
        author: 'SYSTEM',
        type: 'NOTE',
        userId: viewer.userId,
        text,
        quotedId: quoted,
      })
      const written = await work.tx.message.findUnique({ where: { id: idempotencyKey } })
      if (written && isSameMessage(written, { ...row, chatId })) return written
      if (written) throw keyReused()
      const note = await postMessage(work, chat, row)
      await mentionOperators(work, chat, { viewer, messageId: note.id, userIds: mentioned })
      await archiveAgain(work.tx, chat)
      return note
    }),
  )
}
