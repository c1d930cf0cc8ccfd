const DAY_MS = 86_400_000

/** For how many days a new token may hold; null is until it is revoked. */
export const lifetimes = [7, 30, 90, 365, null] as const

/** The default: a forgotten token expires by itself. */
export const USUAL_DAYS = 90

/** When a token that is created now expires, in the server's format. */
export function expiryOf(days: number | null): string | null {
  return days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
}
