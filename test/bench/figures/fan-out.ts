import { print } from 'graphql'
import { eventsSubscription } from '../../../operator-app/src/graphql/events.ts'
import { type Bench, roundsOf, type Setting, takeTurns } from '../bench.ts'
import { startFloor } from '../floor.ts'
import { type Measurement, measured } from '../measurement.ts'
import { createOperators } from '../operators.ts'

const SCREENS = [1, 100, 1000]
/** Messages on their way at a time: enough that nobody waits for a single one's way. */
const DRIVERS = 4

/** Visitors' messages to every subscribed operator, each a person with a session of their own. */
export async function measureFanOut(bench: Bench, setting: Setting): Promise<Measurement[]> {
  const { server } = setting
  const operators = await createOperators(setting, Math.max(...SCREENS))
  const cookies = operators.map(({ cookie }) => cookie)
  const subscription = { query: print(eventsSubscription), cookies, origin: server.origin }
  const floor = await startFloor({ kind: 'broadcast' })
  const screensUrl = `${server.origin}/graphql`
  const { load, seconds } = bench
  try {
    const measurements: Measurement[] = []
    for (const count of SCREENS) {
      await load.openScreens({ url: screensUrl, count, subscription })
      await load.openScreens({ url: floor.origin, count })
      const run = (target: { origin: string; path: string }, screensUrl: string) =>
        load.measureFanOut({ target, screensUrl, drivers: DRIVERS, seconds })
      const taken = await takeTurns(
        bench,
        () => run({ origin: server.origin, path: server.channelPath }, screensUrl),
        () => run({ origin: floor.origin, path: '/' }, floor.origin),
      )
      const name = `fan-out, ${count} operator${count > 1 ? 's' : ''}`
      const rounds = roundsOf(taken, (perSecond) => perSecond)
      measurements.push(measured(name, 'deliveries/s', rounds, count === 1000 ? { atLeast: 0.7 } : undefined))
    }
    // Or they would go on getting everything that the next figures cause.
    await load.openScreens({ url: screensUrl, count: 0 })
    return measurements
  } finally {
    await floor.stop()
  }
}
