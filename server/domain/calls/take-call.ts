import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Call } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockOperators } from '../operators/lock-operators.ts'
import { type Viewer, within } from '../viewer.ts'
import { explainRefusedMove, unknownCall } from './explain-refused-move.ts'
import { moveCall } from './move-call.ts'

/**
 * Makes the viewer the operator who dials. Of several concurrent attempts, one gets the call; the others get
 * `call_taken_by_other`, which says who. Taking one's own call again changes nothing. Throws `not_found`,
 * `call_ended`, and `invalid_request` for a call of the telephone system.
 */
export async function takeCall(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Call> {
  const { accountId, userId: operatorId } = viewer
  const offered = { ...within(viewer), gateway: 'OPERATOR_DIALS', state: 'START' } as const
  const call = await transact(services, async (work) => {
    const [self] = await lockOperators(work.tx, { accountId, ids: [operatorId], of: { callId: id } })
    if (!self?.isAssigned) throw unknownCall()
    return moveCall(work, id, {
      to: 'OPERATOR_CONNECTED',
      actor: actorOf(viewer),
      where: offered,
      data: { operatorId },
    })
  })
  if (call) return call
  const own = await services.db.call.findFirst({
    where: { id, ...within(viewer), operatorId, gateway: 'OPERATOR_DIALS', endedAt: null },
  })
  if (own) return own
  throw await explainRefusedMove(services.db, viewer, id)
}
