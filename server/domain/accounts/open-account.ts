import { z } from 'zod'
import { orTaken } from '../../database/or-taken.ts'
import type { Account, User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { emailField, nameField, parseInput, passwordField } from '../parse-input.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { createAccount } from './create-account.ts'

const fields = z.object({ name: nameField, adminName: nameField, email: emailField, password: passwordField })

/**
 * Creates an account with its first admin, who has the given password. Throws `invalid_request`, `conflict`.
 */
export async function openAccount(
  { db }: Services,
  input: z.input<typeof fields>,
): Promise<{ account: Account; admin: User }> {
  const { name, adminName, email, password } = parseInput(fields, input)
  const admin = { name: adminName, email, passwordHash: await hashPassword(password) }
  return orTaken(
    db.$transaction((tx) => createAccount(tx, { name, admin })),
    `Somebody already uses the e-mail address ${email}.`,
    'input.email',
  )
}
