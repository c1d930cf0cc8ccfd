/** Long enough for every tab to have asked. */
const CLAIM_MS = 5_000

/** True in one of the tabs that ask with the same name at about the same time. */
export function claim(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(true)
    const hold = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock && new Promise((release) => setTimeout(release, CLAIM_MS))
    }
    // They are refused where storage is blocked.
    navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true))
  })
}
