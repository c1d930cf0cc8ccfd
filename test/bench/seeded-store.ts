import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Bench, Setting } from './bench.ts'
import { startInstallation } from './installation.ts'
import { createOperators } from './operators.ts'
import { seedInbox } from './seed-inbox.ts'
import { makeFolder, type Stores, startStores } from './stores.ts'

export type SeededSetting = Omit<Setting, 'floorDatabaseUrl'> & { stores: Stores }

/** Runs the work against a server among many visitors and chats, as one of its operators. */
export async function onSeededStore<T>(
  { visitors, keep }: Bench,
  work: (setting: SeededSetting, operator: { cookie: string }) => Promise<T>,
): Promise<T> {
  const folder = keep === undefined ? makeFolder() : keptFolder(join(resolve(keep), 'data'))
  const stores = await startStores(keep && keptFolder(join(resolve(keep), 'stores')).path)
  const { redisUrl } = stores
  try {
    const databaseUrl = await stores.openDatabase('bench_seeded')
    const server = await startInstallation({ dataDir: folder.path, stores: { databaseUrl, redisUrl } })
    try {
      const [operator] = await createOperators({ server }, 1)
      await seedInbox(databaseUrl, visitors)
      return await work({ suffix: '', server, redisUrl, stores }, operator as { cookie: string })
    } finally {
      await server.stop()
    }
  } finally {
    await stores.stop()
    folder.remove()
  }
}

/** PostgreSQL must be able to get into it, whatever user it runs as. */
function keptFolder(path: string): { path: string; remove(): void } {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
  return { path, remove() {} }
}
