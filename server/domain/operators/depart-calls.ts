import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import { endDialledCalls } from '../calls/end-dialled-calls.ts'
import type { Departure } from './departure.ts'

const REASON = 'The operator who took the call is no longer there.'

/** Ends the calls that a user has taken and can no longer mark. */
export async function departCalls(work: Work, { viewer, userId, where = {} }: Departure): Promise<void> {
  const { accountId } = viewer
  await endDialledCalls(work, {
    where: { AND: where, accountId, operatorId: userId },
    actor: actorOf(viewer),
    reason: REASON,
  })
}
