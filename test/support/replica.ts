import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startEmbeddedPostgres } from '../../server/stores/embedded-postgres.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { readPostmaster } from '../../server/stores/postmaster.ts'

/** A PostgreSQL of a test's own and a replica that follows it. */
export interface ReplicatedPostgres {
  /** The address of the one that takes the writes. */
  readonly url: string
  replicaUrl: string
  stopReplica(): Promise<void>
  /** Ends the one that takes the writes at once, as the end of its machine would. */
  kill(): Promise<void>
  /** Starts it again on the same port; it recovers what it had committed. */
  restart(): Promise<void>
  /** Ends the primary for good; the replica takes its place. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** `settings` are those of both; `primarySettings` come on top. */
export async function startReplicatedPostgres(
  settings: Record<string, string> = {},
  primarySettings: Record<string, string> = {},
): Promise<ReplicatedPostgres> {
  const dirs = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'switchboard-replica-'))) as [string, string]
  // PostgreSQL does not run as root: whoever it runs as must get here.
  for (const dir of dirs) chmodSync(dir, 0o755)
  const [dir, copy] = dirs
  const startOn = async (folder: string, more: Record<string, string> = {}) => {
    const port = String(await findFreePort())
    const all = { fsync: 'off', port, ...settings, ...more }
    return { folder, port, run: () => startEmbeddedPostgres(folder, { settings: all }) }
  }
  const primary = await startOn(dir, primarySettings)
  const made = await startEmbeddedPostgres(dir, { settings: { fsync: 'off' } })
  await made.stop()
  // With the owners of the files, which Node would not keep.
  const copied = spawnSync('cp', ['-a', `${dir}/.`, copy], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr)
  const files = join(copy, 'postgres')
  writeFileSync(join(files, 'standby.signal'), '')
  const { password, username } = new URL(made.url)
  const source = `host=127.0.0.1 port=${primary.port} user=${username} password=${decodeURIComponent(password)}`
  appendFileSync(join(files, 'postgresql.auto.conf'), `\nprimary_conninfo = '${source}'\n`)
  const replica = await startOn(copy)
  const running = new Map([
    [primary, await primary.run()],
    [replica, await replica.run()],
  ])
  const urlOf = (server: typeof primary) => running.get(server)?.url ?? ''
  let current = primary
  const abandon = () => {
    for (const each of dirs) signal(each, 'SIGQUIT')
  }
  // A run that is interrupted does not stop what it started.
  process.once('exit', abandon)
  const kill = async () => {
    signal(current.folder, 'SIGKILL')
    while (readPostmaster(join(current.folder, 'postgres'))) await delay(10)
  }
  return {
    get url() {
      return urlOf(current)
    },
    replicaUrl: urlOf(replica),
    async stopReplica() {
      await running.get(replica)?.stop()
    },
    kill,
    async restart() {
      running.set(current, await current.run())
    },
    async failOver() {
      await kill()
      const client = await connectPostgres(urlOf(replica))
      await client.query('SELECT pg_promote()')
      await client.end()
      current = replica
    },
    async stop() {
      for (const server of [replica, primary]) await running.get(server)?.stop()
      process.off('exit', abandon)
      for (const each of dirs) rmSync(each, { recursive: true, force: true })
    },
  }
}

function signal(dir: string, name: NodeJS.Signals): void {
  const running = readPostmaster(join(dir, 'postgres'))
  if (running) process.kill(running.pid, name)
}
