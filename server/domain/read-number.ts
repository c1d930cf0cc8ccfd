const NUMBER = /^\d{1,9}$/

/**
 * The number of a chat or a visitor, from a text with nothing but its digits. Null for everything else, and for more
 * than nine digits, so that it fits into PostgreSQL's integer.
 */
export function readNumber(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null
}
