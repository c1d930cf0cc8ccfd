import { queryDirect } from '../../database/query-direct.ts'
import type { Services } from '../../services.ts'
import { type ExportedChat, selectChats } from './exported-chat.ts'
import { exportedMessages } from './exported-message.ts'
import { type ArchiveSearch, findArchivedChats } from './find-archived-chats.ts'
import { type ExportedPiece, joinMessages } from './join-messages.ts'
import { recordsInBatches } from './records-in-batches.ts'

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
  const { accountId } = search.viewer
  const batches = recordsInBatches<ExportedChat>({
    size: CHATS,
    find: (page) => findArchivedChats({ pool }, search, page),
    read: (ids) => queryDirect<ExportedChat>(pool, selectChats(accountId, ids)),
    atOf: ({ closedAt }) => closedAt,
  })
  for await (const chats of batches)
    yield* joinMessages(chats, exportedMessages({ pool }, { accountId, chatIds: chats.map(({ id }) => id) }))
}
