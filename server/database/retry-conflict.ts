import { isConflict, isDeadlock } from './errors.ts'

const TRIES = 4

/** Runs a transaction again when a concurrent one was first; the next run sees what that one wrote. */
export function retryConflict<T>(run: () => Promise<T>): Promise<T> {
  return retry(run, isConflict)
}

/** The same only for deadlocks, which are nobody's mistake, for transactions in which a taken value is an answer. */
export function retryDeadlock<T>(run: () => Promise<T>): Promise<T> {
  return retry(run, isDeadlock)
}

async function retry<T>(run: () => Promise<T>, isTemporary: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isTemporary(error) || attempt === TRIES) throw error
    }
  }
}
