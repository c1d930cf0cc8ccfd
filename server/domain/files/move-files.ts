import { randomUUID } from 'node:crypto'
import { openIfStored } from '../../files/open-if-stored.ts'
import type { Storage } from '../../files/storage.ts'
import type { Services } from '../../services.ts'
import { StoreError } from '../../stores/store-error.ts'
import { findStoredKeys } from './find-stored-keys.ts'
import { removeErased } from './remove-erased.ts'

interface Move {
  /** Where the files were before. */
  from: Storage
  to: Storage
  show: (step: string) => void
}

/** Files that move at the same time. */
const AT_ONCE = 8

/**
 * Moves all files that rows name from one store to the other. The server can run meanwhile: its processes read from
 * both. A file is removed from the first when the second has it. Can be stopped and started again at any time. Returns
 * how many it has moved. Throws a {@link StoreError} when both are the same store.
 */
export async function moveFiles(services: Services, { from, to, show }: Move): Promise<number> {
  await requireTwoPlaces(from, to)
  let moved = 0
  let passed = 0
  for await (const keys of findStoredKeys(services.db)) {
    const waiting = [...keys]
    const moveSome = async () => {
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
        if (await moveFile(from, to, key)) moved++
        // Those that an earlier run has moved count, too: this is where the command can be stopped.
        show(`File ${++passed}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, moveSome))
    await removeErased(services.db, to, keys)
  }
  return moved
}

/**
 * One store can have many addresses, so a file is used to tell whether both are the same. Moving to the same place
 * would remove everything.
 */
async function requireTwoPlaces(from: Storage, to: Storage): Promise<void> {
  const probe = `move-probe-${randomUUID()}`
  await from.put(probe, Buffer.from(probe))
  try {
    const found = await openIfStored(to, probe)
    if (!found) return
    found.stream.destroy()
  } finally {
    await from.remove(probe)
  }
  throw new StoreError(
    'The files are already there: FILE_STORE_URL and FILE_STORE_BEFORE_URL name the same place. Nothing was moved.',
  )
}

/** False when there is nothing to move. */
async function moveFile(from: Storage, to: Storage, key: string): Promise<boolean> {
  const file = await openIfStored(from, key)
  if (!file) return false
  await to.put(key, file.stream)
  await from.remove(key)
  return true
}
