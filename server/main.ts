import { createDemoAccount, findDemoAddress } from '../prisma/seed.ts'
import { writeAddress } from './address-file.ts'
import { type App, startApp } from './app.ts'
import { type Env, EnvError, loadEnv } from './env.ts'
import { createLogger, type Logger } from './logger.ts'
import { paths } from './paths.ts'
import { createServices, type Services } from './services.ts'
import { alignEventLog } from './stores/align-event-log.ts'
import { checkRedis } from './stores/check-redis.ts'
import { startEmbeddedPostgres } from './stores/embedded-postgres.ts'
import { migrate, migrateQueues } from './stores/migrate.ts'
import { StoreError } from './stores/store-error.ts'
import { printWelcome } from './welcome.ts'
import { startWorker } from './worker.ts'

/** What is started, in order; stopped in the opposite one. */
class Shutdown {
  readonly #steps: (() => Promise<void>)[] = []
  #running: Promise<void> | undefined

  add(stop: () => Promise<void>): void {
    this.#steps.unshift(stop)
  }

  /** Stops everything once, however often it is asked. */
  run(): Promise<void> {
    this.#running ??= (async () => {
      for (const stop of this.#steps) await stop()
    })()
    return this.#running
  }
}

async function start(env: Env, log: Logger, shutdown: Shutdown): Promise<void> {
  const databaseUrl = await openDatabase(env, shutdown)
  await migrate(databaseUrl, paths.migrations)
  await alignEventLog(databaseUrl)
  if (env.redis.url) await checkRedis(env.redis.url)
  else await migrateQueues(databaseUrl)
  const services = await createServices(env, databaseUrl, log)
  shutdown.add(() => services.close())
  const demo = await createDemoAccount(services)
  if (env.role !== 'web') {
    const worker = await startWorker(services)
    shutdown.add(() => worker.stop())
  }
  const app = await startApp(services)
  shutdown.add(() => app.stop())
  if (env.role === 'worker') return log.info({ port: app.port }, 'The worker is ready.')
  const removeAddress = writeAddress(env, app.port)
  shutdown.add(async () => removeAddress())
  await welcome(services, app, demo)
}

async function openDatabase(env: Env, shutdown: Shutdown): Promise<string> {
  if (env.database.url) return env.database.url
  const postgres = await startEmbeddedPostgres(env.dataDir)
  shutdown.add(() => postgres.stop())
  // Whoever supervises this process starts it again; the files recover then.
  postgres.onLost(() => fail(new StoreError('PostgreSQL has ended by itself. Start Switchboard again.')))
  return postgres.url
}

async function welcome(
  services: Services,
  app: App,
  demo: Awaited<ReturnType<typeof createDemoAccount>>,
): Promise<void> {
  const channelAddress = demo?.channelAddress ?? (await findDemoAddress(services))
  printWelcome(services.env, { port: app.port, demo, channelAddress })
}

/** Ctrl-C and SIGTERM: take no new work, finish what is in hand within the limit, exit 0. */
function stopOnSignals(env: Env, log: Logger, shutdown: Shutdown): void {
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'Stopping.')
    setTimeout(() => {
      log.error('What was in hand took too long; it will be repeated after the next start.')
      process.exit(1)
    }, env.shutdownMs).unref()
    shutdown.run().then(
      () => process.exit(0),
      (error) => fail(error),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Mistakes of whoever runs it are one clear line; anything else is a bug and keeps its stack. */
function fail(error: unknown): never {
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE')
    console.error(`Port ${port} is taken. Stop what uses it, or set PORT to another.`)
  else if (code === 'EADDRNOTAVAIL')
    console.error(`This machine has no address ${address}. Set HOST to one of its own, or to 0.0.0.0.`)
  else if (code === 'EACCES' && port !== undefined)
    console.error(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`)
  else if (error instanceof EnvError || error instanceof StoreError) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

const shutdown = new Shutdown()
try {
  const env = loadEnv()
  const log = createLogger(env.logLevel)
  stopOnSignals(env, log, shutdown)
  await start(env, log, shutdown)
} catch (error) {
  await shutdown.run().catch(() => {})
  fail(error)
}
