import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { openStores, type TestStores } from '../support/stores.ts'
import { until } from '../support/until.ts'

let stores: TestStores
let redis: TestRedis
let processes: [TestApp, TestApp]
beforeAll(async () => {
  redis = await startRedis()
  stores = await openStores()
  const own = { ...stores, redisUrl: redis.url }
  processes = [await startTestApp({ stores: own }), await startTestApp({ stores: own })]
})
afterAll(async () => {
  await Promise.all(processes.map((app) => app.close()))
  await stores.close()
  await redis.stop()
})

const rate = { name: 'test', perSecond: 50, burst: 100 }

/** How many of so many requests at once, alternating between the processes, are let through. */
async function passing(key: string, requests: number): Promise<number> {
  const taken = await Promise.allSettled(
    Array.from({ length: requests }, (_, n) => processes[n % 2]?.services.limits.meter(rate, key)),
  )
  for (const result of taken) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'too_many_requests' })
  }
  return taken.filter(({ status }) => status === 'fulfilled').length
}

test('a burst is one for all processes, and what comes after it is the rate, at every moment', async () => {
  const key = randomUUID()
  const start = performance.now()
  let passed = await passing(key, 300)
  expect(passed).toBeGreaterThanOrEqual(rate.burst)
  // Past every border that a window of one or two seconds could have.
  const most = rate.burst + 2 * rate.perSecond
  while (performance.now() - start < 3_000 || passed <= most) {
    passed += await passing(key, 20)
    const allowed = rate.burst + ((performance.now() - start) / 1000) * rate.perSecond
    expect(passed).toBeLessThanOrEqual(Math.ceil(allowed) + 1)
  }
})

test('while Redis is away each process counts for itself, and refuses nobody who keeps to the rate', async () => {
  const key = randomUUID()
  await redis.kill()
  try {
    expect(await passing(key, 20)).toBe(20)
    await until(async () => expect(await passing(key, 300)).toBeLessThan(50))
  } finally {
    await redis.start()
  }
})
