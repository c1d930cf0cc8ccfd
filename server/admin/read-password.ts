import { createInterface } from 'node:readline'
import { createPassword } from '../domain/sessions/create-password.ts'
import { type CommandOptions, UsageError } from './command-line.ts'

/** A password, and the text that shows it: one that was given is not printed again. */
export async function readPassword({
  passwordStdin,
}: CommandOptions): Promise<{ password: string; shown: string }> {
  if (!passwordStdin) {
    const password = createPassword()
    return { password, shown: ` (password ${password}, shown only this once)` }
  }
  for await (const line of createInterface({ input: process.stdin })) return { password: line, shown: '' }
  throw new UsageError('There is no password on standard input.')
}
