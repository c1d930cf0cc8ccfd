import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Limit } from '../../limits.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { parseInput, passwordField } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { requireSession } from './require-session.ts'

const BY_USER: Limit = { name: 'change-password', points: 10, seconds: 900 }
const fields = z.object({ newPassword: passwordField })

interface ChangePassword {
  viewer: Viewer
  currentPassword: string
  newPassword: string
}

/**
 * Sets another password and ends all other sessions of the user. Throws `invalid_request` when the current one
 * is wrong, `too_many_requests` after 10 tries in 15 minutes, `forbidden` for an API token.
 */
export async function changePassword(services: Services, input: ChangePassword): Promise<Viewer> {
  const { viewer, currentPassword } = input
  const { userId, accountId } = viewer
  const sessionId = requireSession(viewer)
  const { newPassword } = parseInput(fields, { newPassword: input.newPassword })
  await services.limits.consume(BY_USER, userId)
  const { passwordHash } = await services.db.user.findUniqueOrThrow({ where: { id: userId } })
  if (!(await verifyPassword(currentPassword, passwordHash))) {
    throw new AppError('invalid_request', 'This is not your password.', { field: 'input.currentPassword' })
  }
  const newHash = await hashPassword(newPassword)
  const sessionIds = await services.db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash: newHash } })
    return endSessionsOf(tx, userId, sessionId)
  })
  await services.limits.reset(BY_USER, userId)
  await announceAccess(services, { accountId, sessionIds })
  return viewer
}
