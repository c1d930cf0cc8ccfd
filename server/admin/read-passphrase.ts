import { readFileSync } from 'node:fs'
import { type CommandOptions, UsageError } from './command-line.ts'

/** The passphrase of a backup, without the line break at the end of its file; null when none is named. */
export function readPassphrase({ passphraseFile }: CommandOptions): string | null {
  if (passphraseFile === undefined) return null
  let passphrase: string
  try {
    passphrase = readFileSync(passphraseFile, 'utf8').replace(/[\r\n]+$/, '')
  } catch (error) {
    throw new UsageError(`The passphrase cannot be read: ${(error as Error).message}.`)
  }
  if (passphrase.trim() === '') throw new UsageError(`${passphraseFile} is empty.`)
  return passphrase
}
