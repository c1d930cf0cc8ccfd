import { outboxKinds } from '../../../outbox/kinds.ts'
import { LANES_LOOKED_AT, type LaneStates, laneStates } from '../../../outbox/lane-states.ts'
import { connectPostgres } from '../../../stores/connect-postgres.ts'
import { type Check, ok, warning } from './finding.ts'

const PATIENCE_MS = 2_000
/** The sweep finds work that was lost within seconds. */
const OVERDUE_S = 120

/** Whether workers deliver: how long ago the next attempt of something was due. */
export const checkOutbox: Check = async ({ databaseUrl }) => {
  const client = await connectPostgres(await databaseUrl(), PATIENCE_MS)
  try {
    const { text, values } = laneStates(outboxKinds)
    const { rows } = await client.query<LaneStates>(text, values)
    const counts = rows.map(({ sending, due, waiting }) => sending + due + waiting)
    const lanes = counts.reduce((sum, count) => sum + count, 0)
    if (lanes === 0) return ok('Nothing is waiting to be delivered.')
    const isAll = counts.every((count) => count < LANES_LOOKED_AT)
    const found = `${lanes}${isAll ? '' : ' or more'} lanes have something to deliver`
    const overdue = Math.max(...rows.map((row) => row.overdue ?? 0))
    if (overdue < OVERDUE_S) return ok(`${found}; none is overdue.`)
    return warning(
      `${found}, the longest overdue for ${Math.round(overdue / 60)} minutes.`,
      'Check that a worker is running (ROLE=worker or all), or start more of them.',
    )
  } finally {
    await client.end()
  }
}
