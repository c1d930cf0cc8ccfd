import { randomInt } from 'node:crypto'

/** Without the characters that people mistake for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** A new SVC_PUBLIC_ID. It is no secret, only one of a kind. */
export function createPublicId(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
