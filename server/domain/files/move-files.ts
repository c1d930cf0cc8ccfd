import { AppError } from '../../errors.ts'
import type { Storage } from '../../files/storage.ts'
import type { Services } from '../../services.ts'
import { findStoredKeys } from './find-stored-keys.ts'

interface Move {
  /** Where the files were before. */
  from: Storage
  to: Storage
  show: (step: string) => void
}

/** Files that move at the same time. */
const AT_ONCE = 8

/**
 * Moves all files that rows name from one store to the other while the server runs, whose processes read from both. A file
 * is removed from the first when the second has it. Can be stopped and started again at any time. Returns how many it has
 * moved.
 */
export async function moveFiles(services: Services, { from, to, show }: Move): Promise<number> {
  let moved = 0
  for await (const keys of findStoredKeys(services.db)) {
    const waiting = [...keys]
    const moveSome = async () => {
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
        if (await moveFile(from, to, key)) show(`File ${++moved}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, moveSome))
    await removeErased(services, to, keys)
  }
  return moved
}

/** False when there is nothing to move. */
async function moveFile(from: Storage, to: Storage, key: string): Promise<boolean> {
  const file = await from.open(key).catch((error) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
  if (!file) return false
  await to.put(key, file.stream)
  await from.remove(key)
  return true
}

/** Files that were deleted between being read and being written. */
async function removeErased({ db }: Services, to: Storage, keys: string[]): Promise<void> {
  const [files, photos] = await Promise.all([
    db.file.findMany({
      where: { OR: [{ key: { in: keys } }, { thumbKey: { in: keys } }] },
      select: { key: true, thumbKey: true },
    }),
    db.visitorPhoto.findMany({ where: { key: { in: keys } }, select: { key: true } }),
  ])
  const kept = new Set([
    ...files.flatMap(({ key, thumbKey }) => [key, thumbKey]),
    ...photos.map(({ key }) => key),
  ])
  for (const key of keys) if (!kept.has(key)) await to.remove(key)
}
