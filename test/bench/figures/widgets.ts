import type { Bench } from '../bench.ts'
import { startInstallation } from '../installation.ts'
import { type Measurement, measured } from '../measurement.ts'
import { restingMemoryOf } from '../memory.ts'
import { makeFolder } from '../stores.ts'
import { readSubscription } from '../widget-subscription.ts'
import { createWidgetVisitors } from '../widget-visitors.ts'

/** Open widgets on the one process; fewer for a look by hand: WIDGETS=500. */
const COUNT = Number(process.env.WIDGETS ?? 10_000)
/** Of so many of them each is told something. */
const TOLD = 100

/** What an open widget costs a process, and how fast one of them is told something while all are open. */
export async function measureWidgets(bench: Bench): Promise<Measurement[]> {
  const folder = makeFolder()
  const server = await startInstallation({ dataDir: folder.path })
  try {
    const { databaseUrl, origin } = server
    const { tokens } = await createWidgetVisitors({ databaseUrl, dataDir: folder.path }, COUNT)
    const widget = { origin, ...(await readSubscription(origin, tokens[0] ?? '')) }
    // What every socket shares is loaded by the first ones.
    await bench.load.openWidgets({ ...widget, tokens: tokens.splice(0, 50) })
    const before = await restingMemoryOf([server.pid])
    await bench.load.openWidgets({ ...widget, tokens })
    const after = await restingMemoryOf([server.pid])
    const trips = await bench.load.tellWidgets({ origin, tokens: tokens.slice(-TOLD) })
    const name = `${COUNT} open widgets`
    return [
      ...(before !== undefined && after !== undefined
        ? [
            measured(
              `${name}, memory of each`,
              'kB',
              { values: [((after - before) * 1024) / tokens.length], floors: [] },
              { atMost: 20 },
            ),
          ]
        : []),
      measured(`${name}, one is told`, 'ms', { values: trips, floors: [] }),
    ]
  } finally {
    await server.stop()
    folder.remove()
  }
}
