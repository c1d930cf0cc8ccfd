import type { Services } from '../../services.ts'

const BATCH = 100

/**
 * Removes pictures of visitors that are gone, and those fetched before `before`: who is looked at again has theirs
 * fetched again.
 */
export async function pruneVisitorPhotos({ db, storage }: Services, before: Date): Promise<void> {
  for (;;) {
    const photos = await db.visitorPhoto.findMany({
      where: { OR: [{ visitorId: null }, { fetchedAt: { lt: before } }] },
      take: BATCH,
    })
    // Bytes first: a row without them is only fetched again.
    for (const { key } of photos) if (key) await storage.remove(key)
    await db.visitorPhoto.deleteMany({ where: { id: { in: photos.map(({ id }) => id) } } })
    if (photos.length < BATCH) return
  }
}
