import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../../server/process/metrics.ts'
import { shedLoad } from '../../server/rest/load-shedding/shed-load.ts'
import { until } from '../support/until.ts'

const URGENCIES = ['probe', 'message', 'graphql', 'page'] as const

/** A process with a route for each urgency, which answers at once, and `/slow/…`, which answer when they are let go. */
async function openDoor() {
  const app = fastify()
  onTestFinished(() => app.close())
  shedLoad(app, { metrics: createMetrics() })
  const held: (() => void)[] = []
  for (const urgency of URGENCIES) {
    app.get(`/${urgency}`, { config: { urgency } }, async () => urgency)
    app.options(`/${urgency}`, { config: { urgency } }, async () => urgency)
    app.get(`/slow/${urgency}`, { config: { urgency } }, async () => {
      await new Promise<void>((resolve) => held.push(resolve))
      return urgency
    })
  }
  const statusOf = async (path: string, method: 'GET' | 'OPTIONS' = 'GET') =>
    (await app.inject({ method, url: path })).statusCode
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(URGENCIES.map(async (urgency) => [urgency, await statusOf(`/${urgency}`)])),
    )
  return { held, statusOf, statuses }
}

const ALL = { probe: 200, message: 200, graphql: 200, page: 200 }

test('messages that stand still keep out everything but probes and preflights, each time that they do', async () => {
  const { held, statusOf, statuses } = await openDoor()
  for (let flood = 0; flood < 2; flood++) {
    const accepted = Promise.all(Array.from({ length: 80 }, () => statusOf('/slow/message')))
    // Messages that are answered would show that nothing stands still.
    await until(async () => expect(await statusOf('/graphql')).toBe(503))
    expect(await statuses()).toEqual({ probe: 200, message: 503, graphql: 503, page: 503 })
    expect(await statusOf('/page', 'OPTIONS')).toBe(200)
    for (const release of held.splice(0)) release()
    expect(new Set(await accepted)).toEqual(new Set([200]))
    expect(await statuses()).toEqual(ALL)
  }
})

test('slow GraphQL keeps out no message', async () => {
  const { held, statusOf, statuses } = await openDoor()
  const accepted = Promise.all(Array.from({ length: 900 }, () => statusOf('/slow/graphql')))
  await until(async () => {
    held.shift()?.()
    expect(await statusOf('/page')).toBe(503)
  })
  expect(await statuses()).toEqual({ probe: 200, message: 200, graphql: 503, page: 503 })
  for (const release of held.splice(0)) release()
  await accepted
})

test('an event loop that is late keeps out pages when many arrive, but no message and none of a few', async () => {
  const { statusOf } = await openDoor()
  const arrive = async (path: string, many: number) =>
    new Set(await Promise.all(Array.from({ length: many }, () => statusOf(path))))
  await until(async () => {
    for (let turn = 0; turn < 2; turn++) {
      const end = performance.now() + 1_300
      while (performance.now() < end);
      await new Promise((resolve) => setTimeout(resolve))
    }
    expect(await arrive('/page', 30)).toEqual(new Set([200]))
    expect(await arrive('/page', 200)).toEqual(new Set([200, 503]))
    expect(await statusOf('/message')).toBe(200)
  })
})
