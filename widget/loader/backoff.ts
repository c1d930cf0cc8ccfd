const FIRST_MS = 500
const LONGEST_MS = 30_000

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
      const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures++)
      return new Promise((resolve) => {
        const timer = setTimeout(done, longest * (0.5 + Math.random() / 2))
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
