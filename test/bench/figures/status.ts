import { type Bench, roundsOf, type Setting, takeTurns } from '../bench.ts'
import { startFloor } from '../floor.ts'
import { type Measurement, measured } from '../measurement.ts'

const CONNECTIONS = 32

/** Questions for the channel's status (A1) a second. */
export async function measureStatus(bench: Bench, { server, redisUrl }: Setting): Promise<Measurement[]> {
  if (!redisUrl) return []
  const floor = await startFloor({ kind: 'status', redisUrl })
  const ask = (origin: string, path: string) =>
    bench.load.driveRequests({ target: { origin, path }, connections: CONNECTIONS, seconds: bench.seconds })
  try {
    const taken = await takeTurns(
      bench,
      () => ask(server.origin, `${server.channelPath}/status`),
      () => ask(floor.origin, '/'),
    )
    const rounds = roundsOf(taken, (driven) => driven.perSecond)
    return [measured(`status, ${CONNECTIONS} connections`, 'requests/s', rounds, { atLeast: 0.8 })]
  } finally {
    await floor.stop()
  }
}
