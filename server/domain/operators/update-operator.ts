import { z } from 'zod'
import { retryConflict } from '../../database/retry-conflict.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { endOperatorInvitationsOf } from '../operator-invitations/end-operator-invitations-of.ts'
import { optional, parseInput } from '../parse-input.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { requireSession } from '../sessions/require-session.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { depart } from './depart.ts'
import { departObserved } from './depart-observed.ts'
import { lockOperator } from './lock-operator.ts'
import { findReachedChannels } from './reached-channels.ts'
import { requireAnotherAdmin } from './require-another-admin.ts'
import { roleColumns, roleOf, roles } from './role.ts'

/** The highest limit of chats at once. */
export const MOST_CHATS = 100

const fields = z.object({
  role: optional(z.enum(roles)),
  /** Null is no limit. */
  maxChats: z
    .number()
    .int()
    .refine((count) => count >= 1 && count <= MOST_CHATS, `Choose 1 to ${MOST_CHATS} chats, or no limit.`)
    .nullable()
    .optional(),
})

interface UpdateOperator extends z.input<typeof fields> {
  viewer: Viewer
  id: string
}

/**
 * Changes the role of a person or how many chats they are offered at once. A new role ends their sessions. A former admin
 * or supervisor leaves the chats that they no longer see, and the links that they sent end. Omitted fields are
 * unchanged. Throws `forbidden` (API tokens cannot make admins), `not_found`, `last_admin`, `invalid_request`.
 */
export async function updateOperator(
  services: Services,
  { viewer, id, ...input }: UpdateOperator,
): Promise<User> {
  requireAdmin(viewer)
  const { role: newRole, maxChats } = parseInput(fields, input)
  if (newRole === 'ADMIN') requireSession(viewer)
  const { accountId } = viewer
  const { user, sessionIds } = await retryConflict(() =>
    transact(services, async (work) => {
      const before = await lockOperator(work.tx, { accountId, id })
      const roleBefore = roleOf(before)
      const role = newRole ?? roleBefore
      const isNewRole = role !== roleBefore
      const data = { ...(isNewRole && roleColumns(role)), maxChats }
      const user = await work.tx.user.update({ where: { id }, data })
      if (!isNewRole && user.maxChats === before.maxChats) return { user, sessionIds: null }
      const sessionIds = isNewRole ? await endSessionsOf(work.tx, id) : null
      if (isNewRole && role !== 'ADMIN') {
        const reached = await findReachedChannels(work.tx, id)
        await endOperatorInvitationsOf(work.tx, id)
        await depart(work, { viewer, userId: id, where: { channelId: { notIn: reached } } })
        if (role === 'OPERATOR') await departObserved(work, { viewer, userId: id })
        if (!before.deactivatedAt) await requireAnotherAdmin(work.tx, accountId, id)
      }
      await work.record({ accountId, kind: 'OPERATOR_UPDATED', actor: actorOf(viewer), subjectId: id })
      await work.audit({
        actor: viewer,
        action: 'OPERATOR_UPDATED',
        subject: { type: 'Operator', id, label: user.name },
        before: { role: roleBefore, maxChats: before.maxChats },
        after: { role, maxChats: user.maxChats },
      })
      return { user, sessionIds }
    }),
  )
  if (sessionIds) await announceAccess(services, { accountId, userIds: [id], sessionIds })
  return user
}
