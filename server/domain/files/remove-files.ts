import type { Tx } from '../../database/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

interface RemovedFile {
  accountId: string
  key: string
  thumbKey: string | null
  bytes: number
}

/** Files of one transaction, which the store is waited for in. */
const BATCH = 100

/** The condition of a file `f` that no message shows, that no canned reply has and that is nobody's photo and no widget's logo. */
export const UNUSED = Prisma.sql`NOT EXISTS (SELECT FROM "Message" m WHERE m."fileId" = f.id)
  AND NOT EXISTS (SELECT FROM "User" u WHERE u."photoId" = f.id)
  AND NOT EXISTS (SELECT FROM "CannedReplyFile" c WHERE c."fileId" = f.id)
  AND NOT EXISTS (SELECT FROM "WidgetSettings" w WHERE w."logoId" = f.id)`

/**
 * Deletes those of these files that are unused. A row that a message is about to use is locked by it, and is left for the
 * next time.
 */
export async function removeFiles(
  services: Pick<Services, 'db' | 'storage'>,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    await removeSome(services, ids.slice(start, start + BATCH))
  }
}

function removeSome(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  ids: readonly string[],
): Promise<void> {
  return db.$transaction(async (tx) => {
    const rows = await tx.$queryRaw<RemovedFile[]>`
      DELETE FROM "File" WHERE id IN (
        SELECT f.id FROM "File" f WHERE f.id = ANY(${ids}::uuid[]) AND ${UNUSED} FOR UPDATE SKIP LOCKED)
      RETURNING "accountId", key, "thumbKey", size + coalesce("thumbSize", 0) AS bytes`
    // The bytes are deleted before the row, so that a killed process leaves no unknown files behind; all at once, because
    // a store on another machine takes its time for each.
    const keys = rows.flatMap(({ key, thumbKey }) => (thumbKey ? [key, thumbKey] : [key]))
    await Promise.all(keys.map((key) => storage.remove(key)))
    // Last, because everyone waits for an account's row.
    await giveBack(tx, rows)
  })
}

/** The space that the files took. */
async function giveBack(tx: Tx, rows: RemovedFile[]): Promise<void> {
  const bytesOf = new Map<string, number>()
  for (const { accountId, bytes } of rows) bytesOf.set(accountId, (bytesOf.get(accountId) ?? 0) + bytes)
  for (const [id, bytes] of [...bytesOf].sort()) {
    await tx.account.update({ where: { id }, data: { storedBytes: { decrement: bytes } } })
  }
}
