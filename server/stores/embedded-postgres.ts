import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectPostgres } from './connect-postgres.ts'
import { createCluster, readPassword } from './create-cluster.ts'
import { describeDiskFailure, describeFullDisk } from './describe-disk-failure.ts'
import { findFreePort } from './find-free-port.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { findPostgresUser, type PostgresUser } from './postgres-user.ts'
import { adoptPostmaster, type Postmaster, readPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive, worksIn } from './processes.ts'
import { StoreError } from './store-error.ts'

/** The PostgreSQL of one data folder. */
export interface EmbeddedPostgres {
  /** The address with the password; loopback only, with another port at each start. */
  url: string
  /** Calls back, at most once, when PostgreSQL has ended and nobody asked it to. */
  onLost(listener: () => void): void
  /** Stops PostgreSQL and releases the data folder. */
  stop(): Promise<void>
}

/** The address of the PostgreSQL that another process runs on the files under `dataDir`; undefined when none does. */
export function findEmbeddedPostgres(dataDir: string): string | undefined {
  const cluster = join(resolve(dataDir), 'postgres')
  const running = readPostmaster(cluster)
  return running?.ready && worksIn(running.pid, cluster) !== false
    ? addressOf(readPassword(cluster), running.port)
    : undefined
}

function addressOf(password: string, port: number): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
}

interface Options {
  /** Server settings beyond the default, as for `postgres -c`. */
  settings?: Record<string, string>
}

/** How often to check that PostgreSQL still runs: it may not be a child of this process. */
const WATCH_MS = 1000

/**
 * Runs the PostgreSQL that npm installed on the files under `dataDir`, which it makes when they are not there.
 * One that an earlier process left behind is taken over; one that crashed is recovered. Throws a
 * {@link StoreError} that says what to do: another process uses the folder, the platform has no PostgreSQL, the
 * files cannot be reached.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: Options = {},
): Promise<EmbeddedPostgres> {
  const dir = resolve(dataDir)
  const binaries = await findPostgresBinaries()
  let unlock = () => {}
  try {
    mkdirSync(dir, { recursive: true })
    unlock = lockDataDir(dir)
    const cluster = join(dir, 'postgres')
    const user = findPostgresUser(cluster, binaries.postgres)
    const password = await createCluster(cluster, binaries.initdb, user)
    const urlOf = (port: number) => addressOf(password, port)
    const running =
      (await adoptPostmaster(cluster, urlOf)) ??
      (await startPostmaster(cluster, binaries.postgres, user, options.settings ?? {}))
    const url = urlOf(running.port)
    await requireAccess(url, dir).catch(async (error) => {
      await stopPostmaster(running.pid)
      throw error
    })
    let watch: NodeJS.Timeout | undefined
    return {
      url,
      onLost(listener) {
        watch = setInterval(() => {
          if (isAlive(running.pid)) return
          clearInterval(watch)
          listener()
        }, WATCH_MS).unref()
      },
      async stop() {
        clearInterval(watch)
        await stopPostmaster(running.pid)
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw describeDiskFailure(dir, error)
  }
}

/**
 * Stops the PostgreSQL that a killed process has left running on the files under `dataDir`, and claims the folder. Throws a
 * {@link StoreError} when another process uses it.
 */
export async function stopAbandonedPostgres(dataDir: string): Promise<void> {
  lockDataDir(dataDir)
  const cluster = join(dataDir, 'postgres')
  const running = readPostmaster(cluster)
  if (running && worksIn(running.pid, cluster)) await stopPostmaster(running.pid)
}

/**
 * After a crash of the postmaster its children need a moment to notice and to let go of the shared memory; and the
 * port that was free a moment ago may be taken. Both pass.
 */
const PASSES = /shared memory block|lock file|could not create any TCP/
const ATTEMPTS = 40

async function startPostmaster(
  cluster: string,
  postgres: string,
  user: PostgresUser,
  settings: Record<string, string>,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const [program, args] = user.command(postgres, ['-D', cluster, ...flags(await findFreePort(), settings)])
    const logFile = `${cluster}.log`
    const log = openSync(logFile, 'w', 0o600)
    // In a group of its own: Ctrl-C goes to the server, which stops PostgreSQL after its last write.
    const child = spawn(program, args, {
      ...user.ids,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', log],
    })
    closeSync(log)
    const running = await untilReady(child, cluster)
    child.unref()
    if (running) return running
    const reason = readFileSync(logFile, 'utf8')
    if (attempt === ATTEMPTS || !PASSES.test(reason)) throw describe(reason, cluster)
    await pause(250)
  }
}

function flags(port: number, settings: Record<string, string>): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // An error is the caller's to log; its text in this file could carry personal data.
    log_min_messages: 'fatal',
    ...settings,
  }
  return ['-p', String(port), ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Undefined when the process ended instead. */
async function untilReady(child: ChildProcess, cluster: string): Promise<Postmaster | undefined> {
  let ended = false
  const end = () => {
    ended = true
  }
  child.once('error', end).once('exit', end)
  while (!ended) {
    const found = readPostmaster(cluster)
    if (found?.pid === child.pid && found?.ready) return found
    await pause(10)
  }
  return undefined
}

/** A cluster that runs can still lack its database, or have another password than the one beside it. */
async function requireAccess(url: string, dir: string): Promise<void> {
  try {
    await (await connectPostgres(url)).end()
  } catch (error) {
    // Its message is for those who have set DATABASE_URL.
    const reason = error instanceof StoreError ? error.message.replace(/ \(DATABASE_URL\)\.$/, '') : error
    throw new StoreError(`${reason}. ${restore(dir)}`)
  }
}

function restore(dir: string): string {
  return `Files of the database are missing or damaged: restore ${dir} from a backup, or move it away to begin with an empty database.`
}

/** What it says when files of the cluster are missing or hold something else. */
const DAMAGED =
  /No such file or directory|does not exist|could not load|not a valid data directory|is missing|invalid|incorrect|corrupt|PANIC/

function describe(log: string, cluster: string): StoreError {
  const dir = dirname(cluster)
  const reason =
    log.split('\n').findLast((line) => /FATAL|PANIC|postgres: /.test(line)) ?? 'it stopped immediately'
  const advice = DAMAGED.test(log) ? ` ${restore(dir)}` : ''
  return (
    describeFullDisk(dir, log) ??
    new StoreError(
      `PostgreSQL does not start: ${reason.replace(/^.*?(FATAL|PANIC|postgres):\s*/, '')} (see ${cluster}.log).${advice}`,
    )
  )
}
