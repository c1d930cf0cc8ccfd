import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { SlowDownRule } from '../../limits/slow-down.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { lockOperator } from '../operators/lock-operator.ts'
import { parseInput, passwordField } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { hashPassword } from './passwords.ts'
import { replacePassword } from './replace-password.ts'
import { requireSession } from './require-session.ts'
import { revokeApiTokensOf } from './revoke-api-tokens-of.ts'
import { tryPassword } from './try-password.ts'

/** By the session, which may be stolen: other sessions of the user do not have to wait. */
const BY_SESSION: SlowDownRule = { name: 'change-password', free: 5, longestSeconds: 60, forgetSeconds: 900 }
const fields = z.object({
  currentPassword: z.string().min(1, 'Enter your current password.'),
  newPassword: passwordField,
})

interface ChangePassword {
  viewer: Viewer
  currentPassword: string
  newPassword: string
  revokeApiTokens: boolean
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Sets a new password and ends all other sessions of the user, and their API tokens if requested. Throws
 * `invalid_request` when the current one is wrong or the new one too short, `blank`, `too_long`, `too_many_requests`
 * while the next attempt has to wait after wrong ones, `forbidden` for an API token.
 */
export async function changePassword(services: Services, input: ChangePassword): Promise<Viewer> {
  const { viewer, currentPassword: password, revokeApiTokens, problems = [] } = input
  const { userId, accountId } = viewer
  const sessionId = requireSession(viewer)
  const [, { newPassword }] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, { currentPassword: password, newPassword: input.newPassword }),
  )
  const { passwordHash } = await services.db.user.findUniqueOrThrow({ where: { id: userId } })
  const slowed: [SlowDownRule, string][] = [[BY_SESSION, sessionId]]
  if (!(await tryPassword(services, { password, passwordHash, slowed }))) throw wrongPassword()
  const newHash = await hashPassword(newPassword)
  const ended = await transact(services, async ({ tx, record }) => {
    // Another session or a link may have set another one during the comparison.
    const user = await lockOperator(tx, { accountId, id: userId })
    if (user.passwordHash !== passwordHash) throw wrongPassword()
    const tokenIds = revokeApiTokens ? await revokeApiTokensOf(tx, userId) : []
    const sessionIds = await replacePassword(tx, { userId, passwordHash: newHash, keptSessionId: sessionId })
    const event = { accountId, actor: actorOf(viewer), userId }
    if (sessionIds.length > 0) await record({ ...event, kind: 'SESSION_ENDED' })
    if (tokenIds.length > 0) await record({ ...event, kind: 'API_TOKEN_REVOKED' })
    return { sessionIds, tokenIds }
  })
  await services.limits.failures.forget(BY_SESSION, sessionId)
  await announceAccess(services, { accountId, ...ended })
  return viewer
}

function wrongPassword(): AppError {
  return new AppError('invalid_request', 'This is not your current password.', {
    field: 'input.currentPassword',
  })
}
