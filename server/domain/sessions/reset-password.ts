import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { checkAll, throwAll } from '../check-all.ts'
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
  const [, { password }] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
    () => requireValid(services, tokenHash),
  )
  const passwordHash = await hashPassword(password)
  const { accountId, ...ended } = await services.db.$transaction(async (tx) => {
    const used = await tx.passwordReset.updateManyAndReturn({
      where: valid(tokenHash),
      data: { expiresAt: new Date(0) },
      select: { user: { select: { id: true, accountId: true } } },
    })
    if (!used[0]) throw gone()
    const { id: userId, accountId } = used[0].user
    const tokenIds = revokeApiTokens ? await revokeApiTokensOf(tx, userId) : []
    return { accountId, tokenIds, sessionIds: await replacePassword(tx, { userId, passwordHash }) }
  })
  await announceAccess(services, { accountId, ...ended })
}

async function requireValid({ db }: Services, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> {
  if ((await db.passwordReset.count({ where: valid(tokenHash) })) === 0) throw gone()
}

function valid(tokenHash: Uint8Array<ArrayBuffer>) {
  return { tokenHash, expiresAt: { gt: new Date() }, user: { deactivatedAt: null } }
}

function gone(): AppError {
  return new AppError('not_found', 'This link is no longer valid. Ask for a new one.', {
    field: 'input.token',
  })
}
