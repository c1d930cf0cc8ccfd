import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openStores, type TestStores } from '../support/stores.ts'

let stores: TestStores
let processes: [TestApp, TestApp]
beforeAll(async () => {
  stores = await openStores()
  processes = [await startTestApp({ stores }), await startTestApp({ stores })]
})
afterAll(async () => {
  await Promise.all(processes.map((app) => app.close()))
  await stores.close()
})

const limit = { name: 'test', points: 20, seconds: 60 }

test('what one process let through counts in the other, without a request that waits for it', async () => {
  const [one, other] = processes.map(({ services }) => services.limits)
  const key = randomUUID()
  for (let n = 0; n < limit.points; n++) await one?.pace(limit, key)
  let passed = 0
  const refused = async () => {
    try {
      await other?.pace(limit, key)
      passed += 1
      return null
    } catch (error) {
      return error
    }
  }
  await expect.poll(refused, { interval: 500 }).toMatchObject({ code: 'too_many_requests' })
  // By itself, it would let as many through as the first.
  expect(passed).toBeLessThan(limit.points)
})

test('the exact limit is one for both from the first request on', async () => {
  const [one, other] = processes.map(({ services }) => services.limits)
  const key = randomUUID()
  for (let n = 0; n < limit.points; n++) await (n % 2 ? one : other)?.consume(limit, key)
  for (const each of [one, other]) {
    await expect(each?.consume(limit, key)).rejects.toMatchObject({ code: 'too_many_requests' })
  }
})
