import { inBatches } from '../../database/in-batches.ts'
import type { Services } from '../../services.ts'

const BATCH = 100

/**
 * Deletes pictures of visitors that no longer exist, and those fetched before `before`: they are fetched again when
 * somebody looks at them.
 */
export function pruneVisitorPhotos(
  { db, storage }: Services,
  before: Date,
  timeIsUp?: AbortSignal,
): Promise<void> {
  const removeSome = async () => {
    const where = { OR: [{ visitorId: null }, { fetchedAt: { lt: before } }] }
    const photos = await db.visitorPhoto.findMany({ where, take: BATCH })
    // Bytes first: a row without them is only fetched again.
    for (const { key } of photos) if (key) await storage.remove(key)
    // One that was fetched again meanwhile stays.
    await db.visitorPhoto.deleteMany({ where: { ...where, id: { in: photos.map(({ id }) => id) } } })
    return photos.length
  }
  return inBatches(BATCH, removeSome, timeIsUp)
}
