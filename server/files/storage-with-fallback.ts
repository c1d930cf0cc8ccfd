import { AppError } from '../errors.ts'
import type { Storage } from './storage.ts'

/**
 * Two stores as one while files move from `before` to `storage`, which gets all new ones. What is in neither may have been
 * moved between the two looks, so that the first is asked once more.
 */
export function withFallback(storage: Storage, before: Storage): Storage {
  return {
    ...storage,
    open: (key, range) =>
      orElse(storage.open(key, range), () => orElse(before.open(key, range), () => storage.open(key, range))),
    async remove(key) {
      await before.remove(key)
      await storage.remove(key)
    },
  }
}

function orElse<Result>(found: Promise<Result>, next: () => Promise<Result>): Promise<Result> {
  return found.catch((error) => {
    if (error instanceof AppError && error.code === 'not_found') return next()
    throw error
  })
}
