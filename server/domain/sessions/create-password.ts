import { readableCode } from '../../text/readable-code.ts'

/** Four groups of four unambiguous characters: 79 bits. */
export function createPassword(): string {
  return Array.from({ length: 4 }, () => readableCode(4)).join('-')
}
