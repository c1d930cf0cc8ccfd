/** What is replayed after a longer absence is shown, but must not ring for each line. */
const STALE_AFTER_MS = 60_000

/** Whether something happened too long ago to be announced. */
export function isStale(iso: string): boolean {
  return Date.now() - Date.parse(iso) > STALE_AFTER_MS
}
