import { cutText } from './cut-text.ts'
import { readNumber } from './read-number.ts'

const LENGTH = 100

/** The part of a typed search that counts. */
export function searchPhrase(search: string): string {
  return cutText(search.trim(), LENGTH)
}

/** The number of a chat or a visitor that was typed, with or without `#`. */
export function numberIn(phrase: string): number | null {
  return readNumber(phrase.replace(/^#/, ''))
}
