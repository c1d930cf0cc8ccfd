import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { checkRedis } from '../../server/stores/check-redis.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { StoreError } from '../../server/stores/store-error.ts'
import { startRedis } from '../support/redis.ts'

async function newRedis() {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  return redis
}

test('is content with a Redis that answers', async () => {
  expect(await checkRedis(await newRedis())).toEqual([])
})

test('waits for a Redis that is still starting', async () => {
  const redis = await newRedis()
  await redis.kill()
  const checking = checkRedis(redis, 15_000)
  await redis.start()
  expect(await checking).toEqual([])
})

test('gives up in one line that tells the place and no password', async () => {
  const port = await findFreePort()
  const failure = checkRedis({ url: `redis://somebody:hush@127.0.0.1:${port}` }, 1_500)
  await expect(failure).rejects.toThrow(StoreError)
  await expect(failure).rejects.toThrow(
    `Redis at 127.0.0.1:${port} does not answer (connect ECONNREFUSED 127.0.0.1:${port}). Start it, or correct REDIS_URL.`,
  )
})

test('says at once that the password is wrong', async () => {
  const url = new URL((await newRedis()).url)
  url.username = 'somebody'
  url.password = 'hush'
  const failure = checkRedis({ url: url.href }, 60_000)
  await expect(failure).rejects.toThrow('the user or the password is wrong (REDIS_URL)')
  await expect(failure).rejects.not.toThrow('hush')
})

test('warns of a Redis that throws keys away when it is full', async () => {
  const { url } = await newRedis()
  const admin = new Redis(url)
  await admin.config('SET', 'maxmemory-policy', 'allkeys-lru')
  expect(await checkRedis({ url })).toEqual([expect.stringContaining('Set maxmemory-policy noeviction.')])
  await admin.config('SET', 'maxmemory-policy', 'noeviction')
  expect(await checkRedis({ url })).toEqual([])
  admin.disconnect()
})

test('refuses a replica and a user without rights, in one line', async () => {
  const { url } = await newRedis()
  const admin = new Redis(url)
  await admin.call('ACL', 'SETUSER', 'reader', 'on', '>pw', '~*', '+@read', '+info', '+select')
  const reader = new URL(url)
  reader.username = 'reader'
  reader.password = 'pw'
  await expect(checkRedis({ url: reader.href })).rejects.toThrow('the user lacks permissions')
  await admin.replicaof('127.0.0.1', await findFreePort())
  await expect(checkRedis({ url })).rejects.toThrow('it is a replica, which takes no writes')
  admin.disconnect()
})
