import { join } from 'node:path'
import { startApp } from './app.ts'
import { createDemoAccount } from './domain/accounts/demo/create-demo-account.ts'
import { checkSecretKey } from './domain/installation/check-secret-key.ts'
import { describeUnreadable } from './domain/installation/describe-unreadable.ts'
import { keepProcess } from './domain/installation/state/keep-process.ts'
import { paths } from './paths.ts'
import { writeAddress } from './process/address-file.ts'
import { ADMIN_COMMAND } from './process/admin-command.ts'
import { type Env, loadEnv } from './process/env.ts'
import { exitWithError } from './process/exit-with-error.ts'
import { createLogger, type Logger } from './process/logger.ts'
import { pagesBuilt } from './process/pages-built.ts'
import { createStartProgress, type StartProgress } from './process/start-progress.ts'
import { createServices, type Services } from './services.ts'
import { alignEventLog } from './stores/align-event-log.ts'
import { checkFileStore } from './stores/check-file-store.ts'
import { checkFilesDir } from './stores/check-files-dir.ts'
import { checkPostgres } from './stores/check-postgres.ts'
import { checkRedis } from './stores/check-redis.ts'
import { startEmbeddedPostgres } from './stores/embedded-postgres.ts'
import { isPooled } from './stores/is-pooled.ts'
import { migrate, migrateQueues } from './stores/migrate.ts'
import { StoreError } from './stores/store-error.ts'
import { printWelcome } from './welcome.ts'
import { startWorker } from './worker.ts'

const NEVER = new Promise<never>(() => {})

/** What is started, in order; stopped in reverse order. */
class Shutdown {
  readonly #steps: (() => Promise<void>)[] = []
  #warn = () => {}
  #running: Promise<void> | undefined

  add(stop: () => Promise<void>): void {
    this.#steps.unshift(stop)
  }

  /** Starts something and returns it. When the process is stopped meanwhile or before, nothing that follows this runs. */
  async start<T>(begin: () => Promise<T>, stop: (started: T) => Promise<void>): Promise<T> {
    if (this.#running) return NEVER
    const starting = begin()
    this.add(async () => {
      const started = await starting.catch(() => undefined)
      if (started !== undefined) await stop(started)
    })
    const started = await starting
    return this.#running ? NEVER : started
  }

  /** What is done as soon as it is known that the process will stop. */
  beforehand(warn: () => void): void {
    this.#warn = warn
  }

  announce(): void {
    this.#warn()
  }

  /** Stops everything once, however often it is asked. */
  run(): Promise<void> {
    this.#running ??= (async () => {
      for (const stop of this.#steps) await stop()
    })()
    return this.#running
  }
}

interface Surroundings {
  log: Logger
  shutdown: Shutdown
  progress: StartProgress
}

async function start(env: Env, { log, shutdown, progress }: Surroundings): Promise<void> {
  const warn = (line: string) => {
    progress.clear()
    log.warn(line)
  }
  for (const line of env.warnings) warn(line)
  progress.show(env.database.url ? 'Connecting to the stores' : 'Starting PostgreSQL')
  const databaseUrl = await openDatabase(env, shutdown)
  for (const line of await checkPostgres(databaseUrl)) warn(line)
  const directUrl = env.database.directUrl ?? databaseUrl
  if (directUrl !== databaseUrl) await checkPostgres(directUrl)
  if (!env.redis) await requireListening(directUrl)
  if (env.redis) for (const line of await checkRedis(env.redis)) warn(line)
  checkFilesDir(env.files.dir)
  const onMigration = (number: number, all: number) => {
    progress.show(`Updating the database: migration ${number} of ${all}`)
  }
  await migrate(directUrl, paths.migrations, { say: warn, onMigration })
  await alignEventLog(databaseUrl)
  if (!env.redis) await migrateQueues(directUrl, { say: warn })
  progress.show('Starting the server')
  const services = await shutdown.start(
    () => createServices(env, databaseUrl, log),
    (it) => it.close(),
  )
  if (env.files.store) await checkFileStore(services.storage)
  await requireSecretKey(services)
  // A worker shows nobody what it made: the passwords would be lost.
  const demo = env.role === 'worker' ? null : await createDemoAccount(services)
  // Ended after the app and the worker, which must not wait for it.
  await shutdown.start(
    () => keepProcess(services),
    (stop) => stop(),
  )
  if (env.role !== 'web') {
    await shutdown.start(
      () => startWorker(services),
      (it) => it.stop(),
    )
  }
  await pagesBuilt()
  const app = await shutdown.start(
    () => startApp(services),
    (it) => it.stop(),
  )
  shutdown.beforehand(() => app.drain())
  progress.clear()
  if (env.role === 'worker') return log.info({ port: app.port }, 'The worker is ready.')
  const removeAddress = writeAddress(env, app.port)
  shutdown.add(async () => removeAddress())
  printWelcome(env, { port: app.port, demo })
}

/** Without Redis, queues hear of jobs over a connection that stays the same. */
async function requireListening(directUrl: string): Promise<void> {
  if (!(await isPooled(directUrl))) return
  throw new StoreError(
    'DATABASE_URL names a connection pooler, through which queues in PostgreSQL do not work. Set REDIS_URL, or set ' +
      'DATABASE_DIRECT_URL to PostgreSQL itself.',
  )
}

async function requireSecretKey({ db, env }: Services): Promise<void> {
  const unreadable = await checkSecretKey(db, env.secretKey)
  if (unreadable.length === 0) return
  throw new StoreError(
    `SECRET_KEY is not the key that this database was encrypted with. It cannot read ${describeUnreadable(unreadable)}. ` +
      `Set the old one, or put it back into ${join(env.dataDir, 'secret.key')}; when it is lost: ${ADMIN_COMMAND} accept-secret-key`,
  )
}

async function openDatabase(env: Env, shutdown: Shutdown): Promise<string> {
  if (env.database.url) return env.database.url
  const postgres = await shutdown.start(
    () => startEmbeddedPostgres(env.dataDir),
    (it) => it.stop(),
  )
  // The supervisor of this process starts it again; the files are then recovered.
  postgres.onLost(() =>
    exitWithError(new StoreError('PostgreSQL stopped unexpectedly. Start Switchboard again.')),
  )
  return postgres.url
}

/**
 * Ctrl-C and SIGTERM: report for a while that it is not ready, so that a balancer uses other processes; accept no new
 * work, finish running work within the limit, exit 0. A second signal ends the first phase.
 */
function stopOnSignals(env: Env, log: Logger, shutdown: Shutdown): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    log.info('Stopping.')
    setTimeout(() => {
      log.error('Running work took too long. It will be repeated after the next start.')
      process.exit(1)
    }, env.shutdownMs).unref()
    shutdown.run().then(
      () => process.exit(0),
      (error) => exitWithError(error),
    )
  }
  let drain: NodeJS.Timeout | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (drain !== undefined || env.drainMs === 0) return stop()
    log.info({ signal, drainMs: env.drainMs }, 'Stopping soon.')
    shutdown.announce()
    drain = setTimeout(stop, env.drainMs)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** Starts what the environment configures. A start that fails ends the process with one line that says why. */
export async function startSwitchboard(): Promise<void> {
  const shutdown = new Shutdown()
  const progress = createStartProgress()
  try {
    const env = loadEnv()
    const log = createLogger(env.logLevel, env.role)
    stopOnSignals(env, log, shutdown)
    await start(env, { log, shutdown, progress })
  } catch (error) {
    progress.clear()
    await shutdown.run().catch(() => {})
    exitWithError(error)
  }
}
