const SOON_MS = 60_000

/**
 * Whether a lane is due so soon that a job may wait for it. Later ones are left to the sweep: the job would keep the
 * lane from being woken by something newer.
 */
export function isSoon(at: Date): boolean {
  return at.getTime() - Date.now() < SOON_MS
}
