import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '../../server/paths.ts'
import { buildEarlier } from './build-earlier.ts'
import { type Cluster, startCluster } from './machines/cluster.ts'
import { makeFaults } from './make-faults.ts'
import { type Options, readOptions } from './options.ts'
import { printReport } from './print-report.ts'
import { judgeInTime } from './promises/judge-in-time.ts'
import { readChatIds } from './promises/read-stored.ts'
import { createLedger } from './traffic/ledger.ts'
import { prepareAccount } from './traffic/prepare-account.ts'
import { startReceivers } from './traffic/receivers.ts'
import { startTraffic } from './traffic/start-traffic.ts'

/** What processes run after an upgrade, or from the start. */
const program = join(paths.root, 'dist/server.mjs')

const options = readOptionsOrExit()
const dir = mkdtempSync(join(tmpdir(), 'switchboard-faults-'))
// Whoever ends it early stops what it has started: all of it is ended when this process ends.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
console.log(`Seed ${options.seed}, logs in ${dir}`)
const cluster = await startCluster(dir, options.from ? buildEarlier(options.from, dir) : program)
const kept = await runOn(cluster)
await cluster.stop()
if (kept) rmSync(dir, { recursive: true })
// Screens would follow on.
process.exit(kept ? 0 : 1)

function readOptionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

/** Whether all promises were kept. */
async function runOn(cluster: Cluster): Promise<boolean> {
  const ledger = createLedger()
  const receivers = await startReceivers(cluster.network.host, ledger)
  const account = await prepareAccount(cluster.balancer.url, receivers)
  const earlier = await readChatIds(cluster.postgres.url)
  const traffic = startTraffic(ledger, account)
  const made = await makeFaults({ cluster, program }, ledger, options)
  await traffic.stopWriting()
  const rows = await judgeInTime(cluster.postgres.url, ledger, earlier)
  return printReport({ made, rows, cluster, ledger })
}
