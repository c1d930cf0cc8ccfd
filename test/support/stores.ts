import { Redis } from 'ioredis'
import { inject } from 'vitest'
import { createDatabase } from './postgres.ts'
import { startRedis } from './redis.ts'

/** What an installation of a test's own stands on. */
export interface TestStores {
  databaseUrl: string
  /** Undefined in the project that runs without Redis. */
  redisUrl: string | undefined
  close(): Promise<void>
}

/**
 * Stores that nobody else uses: queues and topics of two installations on one Redis would mix, and each would do the
 * other's jobs.
 */
export async function openStores(): Promise<TestStores> {
  const [database, redis] = await Promise.all([
    createDatabase(),
    inject('redisUrl') ? openRedis() : undefined,
  ])
  return {
    databaseUrl: database.url,
    redisUrl: redis?.url,
    async close() {
      await redis?.stop()
      await database.drop()
    },
  }
}

async function openRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  if (!process.env.REDIS_URL) return startRedis()
  // On a server that is somebody else's each test process takes one of its numbered databases.
  const url = new URL(process.env.REDIS_URL)
  url.pathname = `/${process.env.VITEST_POOL_ID ?? 1}`
  const redis = new Redis(url.href)
  await redis.flushdb()
  redis.disconnect()
  return { url: url.href, stop: async () => {} }
}
