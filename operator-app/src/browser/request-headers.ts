/** A header that our pages can send and pages of other origins cannot. */
export const PAGE_HEADER = { 'x-graphql-yoga-csrf': '1' }

let screenOf: string | null = null

/** Says whose screen this is from now on. */
export function showScreenOf(operatorId: string): void {
  screenOf = operatorId
}

/**
 * Tells the server whose screen a request comes from. All tabs share one cookie, and in another one somebody else may
 * have signed in: then the server refuses it.
 */
export function screenHeader(): Record<string, string> {
  return screenOf === null ? {} : { 'x-switchboard-operator': screenOf }
}
