import { queryDirect } from '../../database/query-direct.ts'
import type { Services } from '../../services.ts'
import { type ExportedChat, selectChats } from './exported-chat.ts'
import { exportedMessages } from './exported-message.ts'
import { type ArchiveSearch, findArchivedChats } from './find-archived-chats.ts'
import { type ExportedPiece, joinMessages } from './join-messages.ts'

const CHATS = 100

/**
 * All closed chats that a search of the archive finds, most recently closed first. It reads in batches, so
 * that its memory does not grow; when the caller stops iterating, reading stops, and a slow reader holds no
 * connection. A chat that is closed in the meantime is not in it.
 */
export async function* exportArchive(
  { reads: pool }: Pick<Services, 'reads'>,
  search: ArchiveSearch,
): AsyncGenerator<ExportedPiece> {
  let afterId: string | undefined
  for (;;) {
    const ids = await findArchivedChats({ pool }, search, { limit: CHATS, afterId })
    const { accountId } = search.viewer
    const chats = await queryDirect<ExportedChat>(pool, selectChats(accountId, ids))
    yield* joinMessages(chats, exportedMessages({ pool }, { accountId, chatIds: chats.map(({ id }) => id) }))
    afterId = ids.at(-1)
    if (ids.length < CHATS) return
  }
}
