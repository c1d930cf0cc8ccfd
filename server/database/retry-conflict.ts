import { isConflict } from './errors.ts'

const TRIES = 4

/** Runs a transaction again when a concurrent one was first; the next run sees what that one wrote. */
export async function retryConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error) || attempt === TRIES) throw error
    }
  }
}
