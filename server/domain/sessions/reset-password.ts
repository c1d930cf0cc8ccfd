import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { emailField, parseInput, passwordField } from '../parse-input.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { hashPassword } from './passwords.ts'

const fields = z.object({ email: emailField, password: passwordField })

interface ResetPassword {
  email: string
  password: string
  /** Ends the user's API tokens too. */
  endTokens?: boolean
}

/** Whose password was set, and what ended with the old one. */
export interface PasswordReset {
  email: string
  sessions: number
  tokens: number
  /** The password is set, but they cannot sign in. */
  deactivated: boolean
}

/**
 * Sets a password for whoever runs the installation and ends every session of the user. Throws `invalid_request`,
 * `not_found`.
 */
export async function resetPassword(services: Services, input: ResetPassword): Promise<PasswordReset> {
  const { email, password } = parseInput(fields, input)
  const passwordHash = await hashPassword(password)
  const done = await services.db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email } })
    if (!user) throw new AppError('not_found', `Nobody uses the e-mail address ${email}.`)
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } })
    const sessionIds = await endSessionsOf(tx, user.id)
    const held = { userId: user.id, revokedAt: null }
    const tokens = input.endTokens
      ? await tx.apiToken.updateMany({ where: held, data: { revokedAt: new Date() } })
      : { count: 0 }
    return { user, sessionIds, tokens: tokens.count }
  })
  const { user, sessionIds, tokens } = done
  const userIds = tokens > 0 ? [user.id] : []
  await announceAccess(services, { accountId: user.accountId, sessionIds, userIds })
  return { email, sessions: sessionIds.length, tokens, deactivated: user.deactivatedAt !== null }
}
