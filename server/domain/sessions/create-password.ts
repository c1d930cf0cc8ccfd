import { readableCode } from '../../readable-code.ts'

/** Four groups of four characters that nobody mistakes for each other: 79 bits. */
export function createPassword(): string {
  return Array.from({ length: 4 }, () => readableCode(4)).join('-')
}
