import type { Tx } from '../../database/client.ts'
import { inBatches } from '../../database/in-batches.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

interface RemovedFile {
  accountId: string
  key: string
  thumbKey: string | null
  bytes: number
}

const BATCH = 100

/**
 * Deletes those of the files `f` that match the condition, that no message shows, that no canned reply has and that are
 * nobody's photo and no widget's logo.
 * A row that a message is about to use is locked by it, and is left for the next time.
 */
export function removeFiles(
  { db, storage }: Services,
  which: Prisma.Sql,
  timeIsUp?: AbortSignal,
): Promise<void> {
  // The bytes are deleted before the row, so that a killed process leaves no unknown files behind.
  const removeSome = () =>
    db.$transaction(async (tx) => {
      const rows = await removeRows(tx, which)
      const keys = rows.flatMap(({ key, thumbKey }) => (thumbKey ? [key, thumbKey] : [key]))
      // At once, because a store on another machine takes its time for each.
      await Promise.all(keys.map((key) => storage.remove(key)))
      return rows.length
    })
  return inBatches(BATCH, removeSome, timeIsUp)
}

async function removeRows(tx: Tx, which: Prisma.Sql): Promise<RemovedFile[]> {
  const rows = await tx.$queryRaw<RemovedFile[]>`
    DELETE FROM "File" WHERE id IN (
      SELECT f.id FROM "File" f
      WHERE ${which}
        AND NOT EXISTS (SELECT FROM "Message" m WHERE m."fileId" = f.id)
        AND NOT EXISTS (SELECT FROM "User" u WHERE u."photoId" = f.id)
        AND NOT EXISTS (SELECT FROM "CannedReplyFile" c WHERE c."fileId" = f.id)
        AND NOT EXISTS (SELECT FROM "WidgetSettings" w WHERE w."logoId" = f.id)
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
