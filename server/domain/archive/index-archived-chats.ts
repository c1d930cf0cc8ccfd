import type { Services } from '../../services.ts'

const BATCH = 500
/** After this, the rest is left to the next sweep: what else it does must not wait for a hundred thousand chats. */
const ROUND_MS = 2_000

/**
 * Builds the search documents that closing the chat left for later: because many were closed in one
 * transaction, the visitor was renamed, or there was no archive yet.
 */
export async function indexArchivedChats({ db }: Pick<Services, 'db'>, roundMs = ROUND_MS): Promise<void> {
  const until = Date.now() + roundMs
  let indexed: number
  do {
    const chats = await db.$queryRaw<{ chatId: string }[]>`
      SELECT "chatId" FROM "ArchivedChat" WHERE stale LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`
    indexed = chats.length
    if (indexed > 0)
      await db.$executeRaw`SELECT archive_chats(${chats.map(({ chatId }) => chatId)}::uuid[], true)`
  } while (indexed === BATCH && Date.now() < until)
}
