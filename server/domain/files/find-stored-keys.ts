import type { Db } from '../../database/client.ts'

const PAGE = 500

/** The keys of all files in the store that rows name, some hundred at a time. */
export async function* findStoredKeys(db: Db): AsyncGenerator<string[]> {
  const after = (last: { id: string } | undefined) => ({
    ...(last && { where: { id: { gt: last.id } } }),
    orderBy: { id: 'asc' as const },
    take: PAGE,
  })
  for (let files = await db.file.findMany(after(undefined)); files.length > 0; ) {
    yield files.flatMap(({ key, thumbKey }) => (thumbKey ? [key, thumbKey] : [key]))
    files = await db.file.findMany(after(files.at(-1)))
  }
  for (let photos = await db.visitorPhoto.findMany(after(undefined)); photos.length > 0; ) {
    yield photos.flatMap(({ key }) => (key ? [key] : []))
    photos = await db.visitorPhoto.findMany(after(photos.at(-1)))
  }
}
