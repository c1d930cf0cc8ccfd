import { AppError } from '../errors.ts'
import { type Storage, StorageAwayError } from '../files/storage.ts'
import { StoreError } from './store-error.ts'

/** No file has this name. */
const PROBE = 'switchboard-probe'

/** Throws a {@link StoreError} when files cannot be read from the store that FILE_STORE_URL names. */
export async function checkFileStore(storage: Storage): Promise<void> {
  try {
    const { stream } = await storage.open(PROBE)
    stream.destroy()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return
    throw new StoreError(`${(error as Error).message}. ${fileStoreAdvice(error)}`)
  }
}

/** What to do about an error of the file store. */
export function fileStoreAdvice(error: unknown): string {
  return error instanceof StorageAwayError
    ? 'Check that the store works, or correct FILE_STORE_URL.'
    : 'Correct FILE_STORE_URL, or allow its key to get, put, delete and list the objects of the bucket.'
}
