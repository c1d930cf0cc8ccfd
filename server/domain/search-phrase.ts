import { cutText } from './cut-text.ts'

const LENGTH = 100
const NUMBER = /^#?(\d{1,9})$/

/** What counts of what somebody has typed to search for. */
export function searchPhrase(search: string): string {
  return cutText(search.trim(), LENGTH)
}

/** What was typed as the number of a chat or a visitor, with or without `#`. */
export function numberIn(phrase: string): number | null {
  const number = NUMBER.exec(phrase)?.[1]
  return number === undefined ? null : Number(number)
}
