import type { Db } from '../../database/client.ts'
import type { Storage } from '../../files/storage.ts'

/**
 * Removes those of these files that no row names: they were deleted while they were being written. Returns whether any was.
 * Their bytes go before their row: the locks wait for a transaction that has deleted one and is not yet committed, which a
 * plain query would not see.
 */
export async function removeErased(db: Db, store: Storage, keys: readonly string[]): Promise<boolean> {
  const rows = await db.$queryRaw<{ key: string; thumbKey: string | null }[]>`
    SELECT key, "thumbKey" FROM "File" WHERE key = ANY(${keys}) OR "thumbKey" = ANY(${keys}) FOR KEY SHARE`
  const photos = await db.$queryRaw<{ key: string }[]>`
    SELECT key FROM "VisitorPhoto" WHERE key = ANY(${keys}) FOR KEY SHARE`
  const kept = new Set([
    ...rows.flatMap(({ key, thumbKey }) => [key, thumbKey]),
    ...photos.map(({ key }) => key),
  ])
  const erased = keys.filter((key) => !kept.has(key))
  for (const key of erased) await store.remove(key)
  return erased.length > 0
}
