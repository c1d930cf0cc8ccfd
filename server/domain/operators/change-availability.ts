import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import { requireReason } from './away-reason.ts'
import { lockOperator } from './lock-operator.ts'
import { switchPresence } from './presence/switch-presence.ts'

interface Availability {
  accountId: string
  userId: string
  available: boolean
  /** Why they are away. */
  reason: string | null
  /** Who sets them as away, unless they do it themselves. */
  awayById?: string
  actor: Actor
}

/** Makes somebody available or away, from this moment on. Throws `invalid_request` for an unknown reason. */
export async function changeAvailability(
  work: Work,
  { accountId, userId, available, actor, ...away }: Availability,
): Promise<User> {
  const reason = available ? null : away.reason
  await requireReason(work.tx, accountId, reason)
  // Whoever was gone already, and only now is away, has been gone since then.
  const before = await lockOperator(work.tx, { accountId, id: userId })
  const goneAt = available ? null : (before.goneAt ?? new Date())
  const user = await work.tx.user.update({
    where: { id: userId },
    data: { available, goneAt, awayReason: reason, awayById: (!available && away.awayById) || null },
  })
  await switchPresence(work.tx, [userId])
  await work.record({ accountId, kind: 'OPERATOR_UPDATED', actor, subjectId: userId })
  return user
}
