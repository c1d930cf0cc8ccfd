import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { announceAccess } from '../../server/domain/announce-access.ts'
import { createRedisBus, topics } from '../../server/events/bus.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { startTestApp } from '../support/app.ts'

test('a change of access reaches the sockets of its own process also while Redis is away', async () => {
  const app = await startTestApp()
  const options = {
    port: await findFreePort(),
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: null,
  }
  const [publisher, subscriber] = [new Redis(options), new Redis(options)]
  for (const connection of [publisher, subscriber]) connection.on('error', () => {})
  const bus = createRedisBus({ publisher, subscriber, prefix: 'x', onDropped: () => {} })
  onTestFinished(async () => {
    await bus.close()
    publisher.disconnect()
    await app.close()
  })
  const told: unknown[] = []
  await bus.subscribe(topics.access, (payload) => told.push(JSON.parse(payload))).catch(() => {})
  await announceAccess({ ...app.services, bus }, { accountId: 'a', visitorIds: ['v'] })
  expect(told).toEqual([{ userIds: [], sessionIds: [], tokenIds: [], visitorIds: ['v'], channelIds: [] }])
})
