import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisPrefix } from '../../server/process/redis.ts'
import { checkRedis } from '../../server/stores/check-redis.ts'
import { openClientServer, textOf } from '../support/client-server.ts'
import { openFeed } from '../support/event-feed.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { type RedisGroup, startCluster, startSentinel } from '../support/redis-groups.ts'
import type { SpawnedSwitchboard } from '../support/spawn-switchboard.ts'
import { until } from '../support/until.ts'

describe.each([
  ['a primary and a replica with a sentinel', startSentinel],
  ['a cluster', startCluster],
])('%s', (_, startGroup) => {
  let group: RedisGroup
  let database: TestDatabase
  let installation: Installation
  let web: [SpawnedSwitchboard, SpawnedSwitchboard]
  beforeAll(async () => {
    ;[group, database] = await Promise.all([startGroup(), createDatabase()])
    const stores = { databaseUrl: database.url, redisUrl: group.url, close: async () => {} }
    installation = await openInstallation(stores)
    const { start } = installation
    const [one, two] = await Promise.all([start('web'), start('web'), start('worker')])
    web = [one, two]
  })
  afterAll(async () => {
    await installation?.close()
    await group?.stop()
    await database?.drop()
  })

  test('the start is content with it', async () => {
    expect(await checkRedis({ url: group.url })).toEqual([])
  })

  test('nothing is lost when the server that has the keys dies in the middle of the traffic', async () => {
    const { app } = installation
    const { desk, receiver } = await openClientServer(app)
    const [operator] = desk.operators
    const feed = openFeed(web[1].url, { cookie: operator.cookie, after: '0' })
    const say = async (text: string) => {
      const body = JSON.stringify({ sender: { id: 'visitor' }, message: { type: 'text', text } })
      const response = await fetch(`${web[0].url}${desk.channel.path}`, { method: 'POST', body })
      expect(response.status).toBe(200)
    }
    const reply = async (text: string) => {
      const { id } = await desk.chatOf('visitor')
      const input = { idempotencyKey: crypto.randomUUID(), chatId: globalId('Chat', id), text }
      expect((await mutate(graphqlAs(web[1].url, operator), 'sendMessage', input)).userErrors).toEqual([])
    }
    const said: string[] = []
    const replied: string[] = []
    const talk = async (word: string) => {
      for (let n = 0; n < 5; n++) {
        await say(`${word} ${n}`)
        said.push(`${word} ${n}`)
        await reply(`to ${word} ${n}`)
        replied.push(`to ${word} ${n}`)
      }
    }
    await talk('before')
    const { id } = await app.services.db.installation.findFirstOrThrow()
    const key = `${redisPrefix(id)}x`
    const primary = await group.primaryOf(key)
    const talking = talk('during')
    await primary.kill()
    await talking
    await expect.poll(async () => (await group.primaryOf(key))?.port).not.toBe(primary.port)
    // Every process has found the new one when operators of both are seen by each.
    for (const { url } of web) {
      await expect.poll(async () => (await fetch(`${url}/readyz`)).text()).not.toContain('degraded')
    }
    await talk('after')
    for (const text of said) await feed.waitFor(({ message }) => message?.text === text)
    await receiver.waitFor(replied.length)
    expect(receiver.requests.map(textOf)).toEqual(replied)
    await feed.close()
  })

  test('a change of a channel in one process holds in the other', () =>
    until(async () => {
      const { desk } = await openClientServer(installation.app)
      const status = async () => (await fetch(`${web[1].url}${desk.channel.path}/status`)).status
      const read = Date.now()
      expect(await status()).toBe(200)
      await mutate(graphqlAs(web[0].url, desk.admin), 'rotateChannelSecret', {
        id: globalId('Channel', desk.channel.id),
      })
      await expect.poll(status).toBe(404)
      // After five seconds the other reads it again by itself, which is for a slow machine to try again.
      expect(Date.now() - read).toBeLessThan(5_000)
    }))
})

test('a node of a cluster and a sentinel that are named as a single server are recognized', async () => {
  const [cluster, sentinel] = await Promise.all([startCluster(), startSentinel()])
  try {
    const [, port] = /:(\d+)/.exec(sentinel.url) ?? []
    await expect(checkRedis({ url: `redis://127.0.0.1:${port}` })).rejects.toThrow('redis+sentinel://')
    const nodes = [...cluster.url.matchAll(/127\.0\.0\.1:\d+/g)].map(([node]) => `redis://${node}`)
    const answers = await Promise.allSettled(nodes.map((url) => checkRedis({ url })))
    const refused = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.map(({ reason }) => reason.message)).toContainEqual(
      expect.stringContaining('begin the address with redis+cluster://'),
    )
  } finally {
    await Promise.all([cluster.stop(), sentinel.stop()])
  }
})
