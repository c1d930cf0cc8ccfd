import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { User } from '../../generated/prisma/client.ts'
import { hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { lockOperator } from '../operators/lock-operator.ts'
import { parseInput, passwordField } from '../parse-input.ts'
import { hashPassword } from './passwords.ts'
import { replacePassword } from './replace-password.ts'
import { revokeApiTokensOf } from './revoke-api-tokens-of.ts'

const fields = z.object({ password: passwordField })

interface ResetPassword {
  /** Of the link in the mail. */
  token: string
  password: string
  revokeApiTokens: boolean
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Sets a new password with the link from the mail, and ends all sessions of the user, all other links and, if
 * requested, their API tokens. Throws all errors of the password and `not_found` for a link that no longer works at once.
 */
export async function resetPassword(
  services: Services,
  { token, revokeApiTokens, problems = [], ...input }: ResetPassword,
): Promise<void> {
  const tokenHash = hashSecret(token)
  // Before the work of hashing, which nobody without a link should be able to cause.
  const [, { password }, { id: userId, accountId }] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
    () => findUser(services, tokenHash),
  )
  const passwordHash = await hashPassword(password)
  const ended = await services.db.$transaction(async (tx) => {
    await lockOperator(tx, { accountId, id: userId })
    if ((await tx.passwordReset.count({ where: valid(tokenHash) })) === 0) throw gone()
    const tokenIds = revokeApiTokens ? await revokeApiTokensOf(tx, userId) : []
    // The link ends with all others of the user.
    return { tokenIds, sessionIds: await replacePassword(tx, { userId, passwordHash }) }
  })
  await announceAccess(services, { accountId, ...ended })
}

async function findUser({ db }: Services, tokenHash: Uint8Array<ArrayBuffer>): Promise<User> {
  const found = await db.passwordReset.findFirst({ where: valid(tokenHash), include: { user: true } })
  if (!found) throw gone()
  return found.user
}

function valid(tokenHash: Uint8Array<ArrayBuffer>) {
  return { tokenHash, expiresAt: { gt: new Date() }, user: { deactivatedAt: null } }
}

function gone(): AppError {
  return new AppError('not_found', 'This link is no longer valid. Ask for a new one.', {
    field: 'input.token',
  })
}
