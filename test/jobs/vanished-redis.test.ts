import { expect, inject, onTestFinished, test } from 'vitest'
import { createLogger } from '../../server/process/logger.ts'
import { createRedis } from '../../server/process/redis.ts'
import { startRelay } from '../faults/machines/relay.ts'

/** The longest that BullMQ waits for a job. */
const WAIT_S = 10

async function openWorker() {
  const url = new URL(String(inject('redisUrl')))
  const target = Number(url.port)
  const relay = await startRelay('127.0.0.1', () => target)
  url.port = String(relay.port)
  const redis = createRedis({ url: url.href }, { use: 'worker', prefix: 'x:', log: createLogger('silent') })
  onTestFinished(async () => {
    redis.disconnect()
    await relay.close()
  })
  return { relay, redis }
}

test('a worker goes on after its Redis has vanished without a word', async () => {
  const { relay, redis } = await openWorker()
  expect(await redis.ping()).toBe('PONG')
  relay.vanish()
  expect(await redis.ping()).toBe('PONG')
})

test('a worker that waits for a job is not taken for one whose Redis has vanished', async () => {
  const { redis } = await openWorker()
  let closed = 0
  redis.on('close', () => closed++)
  expect(await redis.blpop('x:nothing', WAIT_S)).toBeNull()
  expect(closed).toBe(0)
})
