import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import type { Storage } from './storage.ts'

/** Opens the file of a key; null when it is not in the store. */
export function openIfStored(
  storage: Storage,
  key: string,
): Promise<{ stream: Readable; size: number } | null> {
  return storage.open(key).catch((error) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
}
