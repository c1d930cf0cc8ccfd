import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, startApp } from '../../server/app.ts'
import type { VisitorTiming } from '../../server/presence/visitor-presence.ts'
import { loadEnv } from '../../server/process/env.ts'
import { createLogger, type Logger } from '../../server/process/logger.ts'
import type { RequestLimits } from '../../server/rest/limit-bodies.ts'
import { createServices, type Services } from '../../server/services.ts'
import { sharedFileWorkers } from './file-workers.ts'
import { openStores, type TestStores } from './stores.ts'

/** One web process on real stores, as it runs for people, without a worker. */
export interface TestApp {
  services: Services
  app: App
  stores: TestStores
  /** Without a slash at the end. */
  url: string
  close(): Promise<void>
}

/** What a test may decide: variables of the environment, and stores that it shares with another process. */
interface Options {
  variables?: Record<string, string>
  stores?: TestStores
  /** How often sockets' access is checked without being told. */
  accessCheckMs?: number
  /** How long a closed connection counts as present. */
  presenceGraceMs?: number
  /** How often queues are looked at without news of them. */
  queueLookMs?: number
  /** How long visitors count as present. */
  visitors?: VisitorTiming
  limits?: RequestLimits
  log?: Logger
}

/**
 * Starts a web process. Requests may carry `X-Forwarded-For`, so that a test can come from many addresses; loopback
 * may be called, so that a receiver of the test's own stands for the client's server.
 */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const { variables = {}, stores: shared, accessCheckMs, limits } = options
  const { presenceGraceMs, queueLookMs, visitors } = options
  const stores = shared ?? (await openStores())
  const dataDir = await mkdtemp(join(tmpdir(), 'switchboard-app-'))
  const env = loadEnv({
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: stores.databaseUrl,
    DATABASE_POOL: '8',
    ...(stores.redisUrl && { REDIS_URL: stores.redisUrl }),
    ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...variables,
  })
  const log = options.log ?? createLogger(env.logLevel)
  const services = await createServices(env, stores.databaseUrl, log, {
    presenceGraceMs,
    queueLookMs,
    visitors,
  })
  services.fileWorkers = sharedFileWorkers()
  const app = await startApp(services, { accessCheckMs, limits })
  return {
    services,
    app,
    stores,
    url: `http://127.0.0.1:${app.port}`,
    close: () => close(app, services, dataDir, shared ? undefined : stores),
  }
}

async function close(app: App, services: Services, dataDir: string, own?: TestStores): Promise<void> {
  await app.stop()
  await services.close()
  await own?.close()
  await rm(dataDir, { recursive: true, force: true })
}
