import { randomBytes } from 'node:crypto'
import { startTestApp, type TestApp } from './app.ts'
import { type SpawnedSwitchboard, spawnSwitchboard } from './spawn-switchboard.ts'
import { openStores, type TestStores } from './stores.ts'

/** Several processes of the built server on the same stores. */
export interface Installation {
  stores: TestStores
  /** What the factories and the assertions work with; it announces and delivers nothing by itself. */
  app: TestApp
  start(role: 'web' | 'worker' | 'all', variables?: Record<string, string>): Promise<SpawnedSwitchboard>
  close(): Promise<void>
}

/** On stores of its own, unless they are given. `variables` are those of all its processes. */
export async function openInstallation(
  given?: TestStores,
  variables: Record<string, string> = {},
): Promise<Installation> {
  const stores = given ?? (await openStores())
  const shared = { SECRET_KEY: randomBytes(32).toString('base64'), ...variables }
  const app = await startTestApp({ stores, variables: shared })
  const started: SpawnedSwitchboard[] = []
  return {
    stores,
    app,
    async start(role, own = {}) {
      const child = await spawnSwitchboard({
        ...shared,
        ROLE: role,
        DATABASE_URL: stores.databaseUrl,
        ...(stores.redisUrl && { REDIS_URL: stores.redisUrl }),
        ...own,
      })
      started.push(child)
      return child
    },
    async close() {
      await Promise.all(started.map((child) => child.end('SIGKILL')))
      await app.close()
      await stores.close()
    },
  }
}
