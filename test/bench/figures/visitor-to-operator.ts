import { print } from 'graphql'
import { eventsSubscription } from '../../../operator-app/src/graphql/events.ts'
import { type Bench, roundsOf, type Setting, takeTurns } from '../bench.ts'
import { startFloor } from '../floor.ts'
import { ascending, type Measurement, measured, percentile } from '../measurement.ts'
import { createOperators } from '../operators.ts'

/** From visitors' POSTs to the operator's socket: one message at a time, and eight. */
export async function measureVisitorToOperator(bench: Bench, setting: Setting): Promise<Measurement[]> {
  const { server, floorDatabaseUrl, redisUrl, suffix } = setting
  const [operator] = await createOperators(setting, 1)
  const floor = await startFloor({ kind: 'message', databaseUrl: floorDatabaseUrl, redisUrl })
  const measureTrips = (connections: number) =>
    takeTurns(
      bench,
      () =>
        bench.load.measureTrips({
          target: { origin: server.origin, path: server.channelPath },
          screen: {
            url: `${server.origin}/graphql`,
            subscription: {
              query: print(eventsSubscription),
              cookie: operator?.cookie ?? '',
              origin: server.origin,
            },
          },
          connections,
          count: bench.count,
        }),
      () =>
        bench.load.measureTrips({
          target: { origin: floor.origin, path: '/' },
          screen: { url: floor.origin },
          connections,
          count: bench.count,
        }),
    )
  try {
    const alone = await measureTrips(1)
    const together = await measureTrips(8)
    const at = (taken: typeof alone, p: number) => roundsOf(taken, (times) => percentile(ascending(times), p))
    return [
      measured(`visitor to operator, p50${suffix}`, 'ms', at(alone, 0.5), { atMost: 2 }),
      measured(`visitor to operator, p99${suffix}`, 'ms', at(alone, 0.99)),
      measured(`visitor to operator, 8 connections, p50${suffix}`, 'ms', at(together, 0.5), { atMost: 2 }),
    ]
  } finally {
    await floor.stop()
  }
}
