import { type Bench, roundsOf, takeTurns } from '../bench.ts'
import { startInstallation } from '../installation.ts'
import { type Measurement, measured } from '../measurement.ts'
import { processorOf } from '../processor.ts'
import { untilOpenChatsAreFound } from '../seed-inbox.ts'
import { onSeededStore } from '../seeded-store.ts'
import { makeFolder } from '../stores.ts'

const CONNECTIONS = 8
const VISITORS = { known: 200, newShare: 0.05, prefix: 'cost' }

/** What a message costs server and PostgreSQL among many chats (`--visitors`), and in an empty store. */
export function measureMessageCost(bench: Bench): Promise<Measurement[]> {
  return onSeededStore(bench, async ({ server, stores }) => {
    await untilOpenChatsAreFound(server.databaseUrl)
    const folder = makeFolder()
    const databaseUrl = await stores.createDatabase()
    const empty = await startInstallation({
      dataDir: folder.path,
      stores: { databaseUrl, redisUrl: stores.redisUrl },
    })
    const seconds = bench.seconds * 5
    const spent = (pid: number) =>
      (processorOf(pid) ?? Number.NaN) + (processorOf(stores.postgresPid) ?? Number.NaN)
    /** Microseconds of a processor for each message. */
    const costOf = async ({ pid, origin, channelPath }: typeof empty) => {
      const before = spent(pid)
      const { perSecond } = await bench.load.driveRequests({
        target: { origin, path: channelPath },
        connections: CONNECTIONS,
        seconds,
        visitors: VISITORS,
      })
      return ((spent(pid) - before) * 1e6) / (perSecond * seconds)
    }
    try {
      const taken = await takeTurns(
        bench,
        () => costOf(server),
        () => costOf(empty),
      )
      const rounds = roundsOf(taken, (cost) => cost)
      const name = `processor of a message among ${bench.visitors * 10}`
      return [measured(name, 'µs', rounds, { atMost: 1.2 })]
    } finally {
      await empty.stop()
      folder.remove()
    }
  })
}
