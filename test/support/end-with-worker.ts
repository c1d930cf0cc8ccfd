let isPrepared = false

/**
 * Has the end of this test process run what was registered for its `exit`. Vitest ends it by a signal, by which Node
 * exits without that, and what the files of a process share would outlive it: a browser, a Redis, a folder.
 */
export function endWithWorker(): void {
  if (isPrepared) return
  isPrepared = true
  process.once('SIGTERM', () => process.exit())
}
