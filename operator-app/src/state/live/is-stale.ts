/** Events that are replayed after a longer absence are shown, but must not ring one by one. */
const STALE_AFTER_MS = 60_000

/** Whether something happened too long ago to be announced. */
export function isStale(iso: string): boolean {
  return Date.now() - Date.parse(iso) > STALE_AFTER_MS
}
