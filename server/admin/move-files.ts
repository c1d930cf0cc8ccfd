import { moveFiles } from '../domain/files/move-files.ts'
import { createStore } from '../files/create-storage.ts'
import type { Services } from '../services.ts'
import { UsageError } from './command-line.ts'
import { createStoppableProgress } from './stoppable-progress.ts'

/** Moves the files to the store that FILE_STORE_URL names from the one that FILE_STORE_BEFORE_URL names. */
export async function moveAllFiles(services: Services): Promise<string> {
  const { dir, store, before } = services.env.files
  if (!before) {
    throw new UsageError(
      'Set FILE_STORE_BEFORE_URL to where the files are: folder, or the address of a store. All processes need the same value.',
    )
  }
  const progress = createStoppableProgress()
  try {
    const moved = await moveFiles(services, {
      from: createStore(dir, before === 'folder' ? null : before),
      to: createStore(dir, store),
      show: progress.show,
    })
    return `${moved} files have been moved. Restart all processes without FILE_STORE_BEFORE_URL.`
  } finally {
    progress.clear()
  }
}
