import type { Tx } from '../../database/client.ts'
import type { Services } from '../../services.ts'

interface Removed {
  accountId: string
  key: string
  thumbKey: string | null
  bytes: number
}

const BATCH = 100
/**
 * Since this migration messages name their files. Processes of the version before, which ran on for a while, did not:
 * what was uploaded around that time stays.
 */
const NOTED_SINCE = '20261122020000_file_life'
/** A process may have stopped in the middle of it, and a slow upload writes now and then. */
const UNFINISHED_MS = 3_600_000

/**
 * Removes uploads older than `before` that no message shows and that are nobody's photo: never sent, or what showed
 * them is gone. Also the parts that killed uploads have left.
 */
export async function pruneFiles(services: Services, before: Date): Promise<void> {
  const { db, storage } = services
  await storage.removeUnfinished(new Date(Date.now() - UNFINISHED_MS))
  let removed: number
  do {
    // Bytes go before the row is gone for good, so that a killed process leaves nothing that nobody knows of.
    removed = await db.$transaction(async (tx) => {
      const rows = await removeRows(tx, before)
      for (const { key, thumbKey } of rows) {
        await storage.remove(key)
        if (thumbKey) await storage.remove(thumbKey)
      }
      return rows.length
    })
  } while (removed === BATCH)
}

/** A row that a message takes at this moment is locked by it, and is left for the next time. */
async function removeRows(tx: Tx, before: Date): Promise<Removed[]> {
  const rows = await tx.$queryRaw<Removed[]>`
    DELETE FROM "File" WHERE id IN (
      SELECT f.id FROM "File" f
      WHERE f."createdAt" < ${before}
        AND NOT EXISTS (SELECT FROM "Message" m WHERE m."fileId" = f.id)
        AND NOT EXISTS (SELECT FROM "User" u WHERE u."photoId" = f.id)
        AND NOT EXISTS (
          SELECT FROM _prisma_migrations m
          WHERE m.migration_name = ${NOTED_SINCE}
            AND f."createdAt" BETWEEN m.finished_at - interval '1 day' AND m.finished_at + interval '1 day')
      LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED)
    RETURNING "accountId", key, "thumbKey", size + coalesce("thumbSize", 0) AS bytes`
  const bytesOf = new Map<string, number>()
  for (const { accountId, bytes } of rows) bytesOf.set(accountId, (bytesOf.get(accountId) ?? 0) + bytes)
  for (const [id, bytes] of [...bytesOf].sort()) {
    await tx.account.update({ where: { id }, data: { storedBytes: { decrement: bytes } } })
  }
  return rows
}
