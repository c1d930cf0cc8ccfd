const DAY_MS = 86_400_000

/** For how many days a new token may hold; null is until it is revoked. */
export const lifetimes = [7, 30, 90, 365, null] as const

/** What is chosen unless the person says otherwise: a token that was forgotten ends by itself. */
export const USUAL_DAYS = 90

/** The moment, as the server takes it, at which a token made now expires. */
export function expiryOf(days: number | null): string | null {
  return days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
}
