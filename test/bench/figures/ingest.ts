import { type Bench, roundsOf, type Setting, takeTurns } from '../bench.ts'
import { startFloor } from '../floor.ts'
import { type Measurement, measured } from '../measurement.ts'

const CONNECTIONS = [1, 8, 32]
/** Nineteen of twenty messages go on with an open chat, one opens a chat of a new visitor. */
const VISITORS = { known: 200, newShare: 0.05 }

/** Messages that a channel takes a second (A2), by number of connections. */
export async function measureIngest(bench: Bench, setting: Setting): Promise<Measurement[]> {
  const { server, floorDatabaseUrl, redisUrl, suffix } = setting
  const floor = await startFloor({ kind: 'message', databaseUrl: floorDatabaseUrl, redisUrl })
  try {
    const measurements: Measurement[] = []
    for (const connections of CONNECTIONS) {
      const drive = (origin: string, path: string) =>
        bench.load.driveRequests({
          target: { origin, path },
          connections,
          seconds: bench.seconds,
          visitors: { ...VISITORS, prefix: 'ingest' },
        })
      const taken = await takeTurns(
        bench,
        () => drive(server.origin, server.channelPath),
        () => drive(floor.origin, '/'),
      )
      const name = `ingest, ${connections} connection${connections > 1 ? 's' : ''}${suffix}`
      const rounds = roundsOf(taken, (driven) => driven.perSecond)
      measurements.push(
        measured(name, 'messages/s', rounds, connections === 32 ? { atLeast: 0.85 } : undefined),
      )
    }
    return measurements
  } finally {
    await floor.stop()
  }
}
