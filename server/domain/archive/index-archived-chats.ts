import type { Services } from '../../services.ts'

const BATCH = 500

/**
 * Builds the search documents that closing the chat left for later: because many were closed in one
 * transaction, the visitor was renamed, or there was no archive yet.
 */
export async function indexArchivedChats({ db }: Pick<Services, 'db'>): Promise<void> {
  let indexed: number
  do {
    const chats = await db.$queryRaw<{ chatId: string }[]>`
      SELECT "chatId" FROM "ArchivedChat" WHERE stale LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`
    indexed = chats.length
    if (indexed > 0)
      await db.$executeRaw`SELECT archive_chats(${chats.map(({ chatId }) => chatId)}::uuid[], true)`
  } while (indexed === BATCH)
}
