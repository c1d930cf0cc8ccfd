import type { Redis } from 'ioredis'
import { openRedis } from '../../../process/redis.ts'
import { describeRedisAddress, parseRedisAddress } from '../../../process/redis-address.ts'
import { checkRedis } from '../../../stores/check-redis.ts'
import { type Check, ok, skipped, warning } from './finding.ts'

const PATIENCE_MS = 2_000

/** Redis: whether it answers and how fast, and its settings. */
export const checkRedisServer: Check = async ({ env: { redis: settings } }) => {
  if (!settings) return skipped('There is no REDIS_URL: one process does everything.')
  const [problem] = await checkRedis(settings, PATIENCE_MS)
  const redis = openRedis(settings, '{switchboard:doctor}', { retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    const started = performance.now()
    await redis.ping()
    const place = describeRedisAddress(parseRedisAddress(settings.url)).replace(/,$/, '')
    const latency = (performance.now() - started).toFixed(1)
    const found = `${place}${await versionOf(redis)} answers in ${latency} ms.`
    return problem ? warning(found, problem) : ok(found)
  } finally {
    redis.disconnect()
  }
}

/** Some providers forbid INFO. */
async function versionOf(redis: Redis): Promise<string> {
  const info = await redis.info('server').catch(() => '')
  const version = /^redis_version:(\S+)/m.exec(info)?.[1]
  return version === undefined ? '' : ` (version ${version})`
}
