import { randomInt } from 'node:crypto'

/** The alphabet has none of the characters that people mistake for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Random characters that people can read to each other, with 4.95 bits each. */
export function readableCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
