import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueues, type Queues } from '../../server/jobs/queues.ts'
import { loadEnv } from '../../server/process/env.ts'
import { createLogger } from '../../server/process/logger.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

let redis: TestRedis
let queues: Queues
const lines: { use?: string; queue?: string }[] = []
beforeAll(async () => {
  redis = await startRedis()
  const env = loadEnv({
    DATABASE_URL: 'postgres://127.0.0.1/unused',
    REDIS_URL: redis.url,
    SECRET_KEY: Buffer.alloc(32).toString('base64'),
  })
  const log = createLogger('warn', 'all', { write: (line: string) => void lines.push(JSON.parse(line)) })
  queues = createQueues({ env, databaseUrl: '', prefix: `{${randomUUID()}}:`, log })
})
afterAll(async () => {
  await queues.close()
  await redis.stop()
})

test('a queue that was opened again and again hears of an outage once', async () => {
  const admin = new Redis(redis.url)
  // A queue is not ready before it knows the version of Redis.
  await admin.call('ACL', 'SETUSER', 'default', '-info')
  admin.disconnect()
  for (let time = 0; time < 30; time++) await expect(queues.depth('client-reply')).rejects.toThrow('info')
  await redis.kill()
  lines.length = 0
  const told = (of: (line: (typeof lines)[number]) => boolean) => lines.filter(of).length
  const errors = () => told(({ use }) => use === 'producer')
  await until(async () => expect(errors()).toBeGreaterThan(3))
  expect(told(({ queue }) => queue === 'client-reply')).toBeLessThanOrEqual(errors())
})
