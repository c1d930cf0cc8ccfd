import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { emailField, parseInput, passwordField } from '../parse-input.ts'
import { hashPassword } from './passwords.ts'
import { replacePassword } from './replace-password.ts'

const fields = z.object({ email: emailField, password: passwordField })

interface SetPassword {
  email: string
  password: string
  /** Ends the user's API tokens too. */
  endTokens?: boolean
}

/** Whose password was set, and what ended with the old one. */
export interface SetPasswordResult {
  email: string
  sessions: number
  tokens: number
  /** The password is set, but they cannot sign in. */
  deactivated: boolean
}

/**
 * Sets a password on behalf of those who run the installation, and ends all sessions of the user. Throws
 * `invalid_request`, `not_found`.
 */
export async function setPassword(services: Services, input: SetPassword): Promise<SetPasswordResult> {
  const { email, password } = parseInput(fields, input)
  const passwordHash = await hashPassword(password)
  const done = await services.db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email } })
    if (!user) throw new AppError('not_found', `Nobody uses the e-mail address ${email}.`)
    const sessionIds = await replacePassword(tx, { userId: user.id, passwordHash })
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
