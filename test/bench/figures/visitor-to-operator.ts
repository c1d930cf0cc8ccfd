import { print } from 'graphql'
import { eventsSubscription } from '../../../operator-app/src/graphql/events.ts'
import { type Bench, roundsOf, type Setting, takeTurns } from '../bench.ts'
import { startFloor } from '../floor.ts'
import type { MeasureTrips } from '../load/measure-trips.ts'
import { ascending, type Measurement, measured, percentile } from '../measurement.ts'
import { createOperators } from '../operators.ts'

/** From visitors' POSTs to the operator's socket: one message at a time, and eight. */
export async function measureVisitorToOperator(bench: Bench, setting: Setting): Promise<Measurement[]> {
  const { suffix, redisUrl } = setting
  const aim = { atMost: redisUrl ? 1.3 : 1.5 }
  const measureTrips = async (connections: number) => {
    const { server, floor, stop } = await prepareTrips(bench, setting, { connections, count: bench.count })
    return takeTurns(bench, server, floor).finally(stop)
  }
  const alone = await measureTrips(1)
  const together = await measureTrips(8)
  const at = (taken: typeof alone, p: number) => roundsOf(taken, (times) => percentile(ascending(times), p))
  return [
    measured(`visitor to operator, p50${suffix}`, 'ms', at(alone, 0.5), aim),
    measured(`visitor to operator, p99${suffix}`, 'ms', at(alone, 0.99)),
    measured(`visitor to operator, 8 connections, p50${suffix}`, 'ms', at(together, 0.5), aim),
  ]
}

/** What measures the way through the server and through a floor of its own. */
export async function prepareTrips(
  { load }: Bench,
  setting: Setting,
  trips: Pick<MeasureTrips, 'connections' | 'count' | 'pace'>,
) {
  const { server, floorDatabaseUrl, redisUrl } = setting
  const [operator] = await createOperators(setting, 1)
  const subscription = {
    query: print(eventsSubscription),
    cookie: operator?.cookie ?? '',
    origin: server.origin,
  }
  const floor = await startFloor({ kind: 'message', databaseUrl: floorDatabaseUrl, redisUrl })
  return {
    server: () =>
      load.measureTrips({
        target: { origin: server.origin, path: server.channelPath },
        screen: { url: `${server.origin}/graphql`, subscription },
        ...trips,
      }),
    floor: () =>
      load.measureTrips({
        target: { origin: floor.origin, path: '/' },
        screen: { url: floor.origin },
        ...trips,
      }),
    stop: () => floor.stop(),
  }
}
