import type { Setting } from './bench.ts'
import { startInstallation } from './installation.ts'
import { createDatabase, makeFolder, startStores } from './stores.ts'

/** Runs the work against a server on PostgreSQL and Redis, whose floors use the same two. */
export async function onPostgresAndRedis<T>(work: (setting: Setting) => Promise<T>): Promise<T> {
  const folder = makeFolder()
  const stores = await startStores()
  const { redisUrl } = stores
  try {
    const databaseUrl = await stores.createDatabase()
    const server = await startInstallation({ dataDir: folder.path, stores: { databaseUrl, redisUrl } })
    try {
      return await work({ suffix: '', server, floorDatabaseUrl: await stores.createDatabase(), redisUrl })
    } finally {
      await server.stop()
    }
  } finally {
    await stores.stop()
    folder.remove()
  }
}

/** Runs the work against a server on its embedded PostgreSQL, on which the floors have a database too. */
export async function onEmbedded<T>(work: (setting: Setting) => Promise<T>): Promise<T> {
  const folder = makeFolder()
  try {
    const server = await startInstallation({ dataDir: folder.path })
    try {
      const floorDatabaseUrl = await createDatabase(server.databaseUrl)
      return await work({ suffix: ' (embedded)', server, floorDatabaseUrl, redisUrl: null })
    } finally {
      await server.stop()
    }
  } finally {
    folder.remove()
  }
}
