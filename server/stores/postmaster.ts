import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isAlive, worksIn } from './processes.ts'

/** A running PostgreSQL, as its postmaster.pid describes it. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** Reads who runs on the cluster; undefined when nobody does. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!(pid > 0) || !isAlive(pid)) return undefined
  return { pid, port, ready: lines[7]?.trim() === 'ready' }
}

/**
 * Finds a PostgreSQL that an earlier process of ours left behind when it was killed, and waits until it is ready.
 * `urlOf` makes the address for a port; only our own server accepts the password in it.
 */
export async function adoptPostmaster(
  cluster: string,
  urlOf: (port: number) => string,
): Promise<Postmaster | undefined> {
  for (;;) {
    const found = readPostmaster(cluster)
    if (!found) return undefined
    if (worksIn(found.pid, cluster) === false) {
      // The id now belongs to another program. PostgreSQL itself cannot tell, and would refuse to start.
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (found.ready) return (await answers(urlOf(found.port))) ? found : undefined
    await pause(20)
  }
}

/** Stops as `pg_ctl stop -m fast` does: connections end, data is flushed. */
export async function stopPostmaster(pid: number): Promise<void> {
  if (await endsAfter(pid, 'SIGINT', FAST_STOP_MS)) return
  // Nothing is lost: the next start recovers from the log.
  await endsAfter(pid, 'SIGQUIT', FAST_STOP_MS)
}

const FAST_STOP_MS = 10_000

async function endsAfter(pid: number, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs
  try {
    process.kill(pid, signal)
  } catch {
    return true
  }
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await pause(10)
  }
  return true
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
