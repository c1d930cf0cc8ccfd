/** A wait is up to twice as long. */
const FIRST_MS = 250
const LONGEST_MS = 15_000

/**
 * Waits longer after each failure in a row, with jitter, so that not every page comes back at once; ends early when
 * the network returns or somebody calls `wake`.
 */
export interface Backoff {
  wait(): Promise<void>
  /** Ends the wait that is under way. */
  wake(): void
  /** It worked: the next wait is short again. */
  reset(): void
}

/** Waits longer after each failure, by a random share, so that browsers do not all come back together. */
export function createBackoff(): Backoff {
  let failures = 0
  let wake = () => {}
  return {
    wait() {
      const shortest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures++)
      return new Promise((resolve) => {
        const timer = setTimeout(done, shortest * (1 + Math.random()))
        function done() {
          clearTimeout(timer)
          removeEventListener('online', done)
          resolve()
        }
        wake = done
        addEventListener('online', done)
      })
    },
    wake: () => wake(),
    reset() {
      failures = 0
    },
  }
}
