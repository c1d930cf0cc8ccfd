import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Call } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type Viewer, within } from '../viewer.ts'
import { explainRefusedMove } from './explain-refused-move.ts'
import { moveCall } from './move-call.ts'

interface Mark {
  viewer: Viewer
  id: string
  to: 'CLIENT_CONNECTED' | 'END' | 'ERROR'
  reason?: string
}

/**
 * What the operator who dials reports about the call. An admin may do so for them. Repeating it changes
 * nothing. Throws `not_found`, `call_ended`, `call_taken_by_other`, and `invalid_request` before the call is
 * taken or for one of the telephone system.
 */
export async function markCall(services: Services, { viewer, id, to, reason }: Mark): Promise<Call> {
  const isAdmin = viewer.role === 'ADMIN'
  const theirs = {
    ...within(viewer),
    gateway: 'OPERATOR_DIALS',
    operatorId: isAdmin ? { not: null } : viewer.userId,
  } as const
  const call = await transact(services, (work) =>
    moveCall(work, id, { to, actor: actorOf(viewer), where: theirs, ...(reason && { reason }) }),
  )
  if (call) return call
  const marked = await services.db.call.findFirst({ where: { ...theirs, id, state: to } })
  if (marked) return marked
  throw await explainRefusedMove(services.db, viewer, id)
}
