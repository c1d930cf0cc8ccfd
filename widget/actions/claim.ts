/** Long enough for every tab to have asked. */
const CLAIM_MS = 5_000

/** True in one of the tabs that ask with the same name at about the same time. */
export function claim(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(true)
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && new Promise((release) => setTimeout(release, CLAIM_MS))
    })
  })
}
