import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { findProgram, installPackage } from './find-program.ts'

/** Connections to PostgreSQL, fewer than those of the processes: they are shared. */
const CONNECTIONS = 6
/** PgBouncer refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 }

/** A connection pooler before a database, which gives each transaction whatever connection is free. */
export interface PgBouncer {
  /** The address of the database through it. */
  url: string
  stop(): Promise<void>
}

export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const program = findPgBouncer()
  const port = await findFreePort()
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-pgbouncer-'))
  chmodSync(dir, 0o755)
  const settings = join(dir, 'pgbouncer.ini')
  writeFileSync(settings, configure(new URL(databaseUrl), port))
  const ids = process.getuid?.() === 0 ? NOBODY : {}
  const child = spawn(program, [settings], { ...ids, stdio: ['ignore', 'ignore', 'pipe'] })
  await untilReady(child)
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      process.off('exit', abandon)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function configure({ hostname, port, username, password }: URL, listenPort: number): string {
  const server = {
    host: hostname,
    port: port || '5432',
    user: username,
    password: decodeURIComponent(password),
  }
  const address = Object.entries(server).map(([name, value]) => `${name}='${value}'`)
  return `[databases]
* = ${address.join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 200
`
}

async function untilReady(child: ChildProcess): Promise<void> {
  let log = ''
  for await (const chunk of child.stderr ?? []) {
    log += chunk
    if (log.includes('process up')) return void child.stderr?.resume()
  }
  throw new Error(`PgBouncer does not start:\n${log}`)
}

function findPgBouncer(): string {
  const found = findProgram('pgbouncer')
  if (found) return found
  installPackage('pgbouncer', 'These tests need the program pgbouncer.')
  return findProgram('pgbouncer') ?? 'pgbouncer'
}
