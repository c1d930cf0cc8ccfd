import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/stores/embedded-postgres.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'

/** A PostgreSQL of a test's own and a replica that follows it. */
export interface ReplicatedPostgres {
  url: string
  replicaUrl: string
  stopReplica(): Promise<void>
  stop(): Promise<void>
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const dirs = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'switchboard-replica-'))) as [string, string]
  // PostgreSQL does not run as root: whoever it runs as must get here.
  for (const dir of dirs) chmodSync(dir, 0o755)
  const [dir, copy] = dirs
  const settings = { fsync: 'off', port: String(await findFreePort()) }
  const made = await startEmbeddedPostgres(dir, { settings })
  await made.stop()
  // With the owners of the files, which Node would not keep.
  const copied = spawnSync('cp', ['-a', `${dir}/.`, copy], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr)
  const files = join(copy, 'postgres')
  writeFileSync(join(files, 'standby.signal'), '')
  const { port, password, username } = new URL(made.url)
  const source = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`
  appendFileSync(join(files, 'postgresql.auto.conf'), `\nprimary_conninfo = '${source}'\n`)
  const primary = await startEmbeddedPostgres(dir, { settings })
  const replica = await startEmbeddedPostgres(copy, { settings: { fsync: 'off' } })
  let runs = true
  const stopReplica = async () => {
    if (runs) await replica.stop()
    runs = false
  }
  return {
    url: made.url,
    replicaUrl: replica.url,
    stopReplica,
    async stop() {
      await stopReplica()
      await primary.stop()
      for (const each of dirs) rmSync(each, { recursive: true, force: true })
    },
  }
}
