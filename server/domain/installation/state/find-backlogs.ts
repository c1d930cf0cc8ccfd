import { queryDirect } from '../../../database/query-direct.ts'
import { outboxKinds } from '../../../outbox/kinds.ts'
import { type LaneStates, laneStates } from '../../../outbox/lane-states.ts'
import type { Services } from '../../../services.ts'

/** What waits to be sent, of each kind of all accounts. */
export function findBacklogs({ pool }: Services): Promise<LaneStates[]> {
  return queryDirect<LaneStates>(pool, laneStates(outboxKinds))
}
