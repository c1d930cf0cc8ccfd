import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { StoreError } from './store-error.ts'

/**
 * Returns when Redis answers. One that is just starting gets `patienceMs`; then, or at once when waiting cannot help
 * (wrong password), a {@link StoreError} names the place and what to do, never the password.
 */
export async function checkRedis(url: string, patienceMs = 5000): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const problem = await ping(url, patienceMs)
    if (!problem) return
    const { hostname, port } = new URL(url)
    const place = `Redis at ${hostname}:${port || 6379}`
    if (/^(WRONGPASS|NOAUTH|NOPERM)/.test(problem)) {
      throw new StoreError(`${place}: the user or the password is wrong (REDIS_URL).`)
    }
    if (Date.now() + RETRY_MS > deadline) {
      throw new StoreError(`${place} does not answer (${problem}). Start it, or mend REDIS_URL.`)
    }
    await pause(RETRY_MS)
  }
}

const RETRY_MS = 200

/** Undefined when it answered, else the reason. */
async function ping(url: string, limitMs: number): Promise<string | undefined> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: limitMs })
  let reason: string | undefined
  // The call itself fails with "Connection is closed"; what happened comes as an event.
  redis.on('error', (error) => {
    reason ??= error.message
  })
  try {
    await redis.connect()
    await redis.ping()
    return undefined
  } catch (error) {
    return reason ?? (error as Error).message
  } finally {
    redis.disconnect()
  }
}
