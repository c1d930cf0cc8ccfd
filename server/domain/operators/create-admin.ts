import { z } from 'zod'
import { orTaken } from '../../database/or-taken.ts'
import { SYSTEM } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { emailField, nameField, parseInput, passwordField } from '../parse-input.ts'
import { hashPassword } from '../sessions/passwords.ts'

const fields = z.object({ accountId: z.uuid(), name: nameField, email: emailField, password: passwordField })

/** Gives an account another admin, without an invitation. Throws `invalid_request`, `conflict`. */
export async function createAdmin(services: Services, input: z.input<typeof fields>): Promise<User> {
  const { accountId, name, email, password } = parseInput(fields, input)
  const passwordHash = await hashPassword(password)
  return transact(services, async (work) => {
    const user = await orTaken(
      work.tx.user.create({ data: { accountId, name, email, passwordHash, role: 'ADMIN' } }),
      `Somebody already uses the e-mail address ${email}.`,
      'input.email',
    )
    await work.record({ accountId, kind: 'OPERATOR_CREATED', actor: SYSTEM, subjectId: user.id })
    return user
  })
}
