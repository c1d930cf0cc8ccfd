import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { createRedisBus, type RedisBusOptions } from '../../server/events/bus.ts'
import { startRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const TOPIC = 'account:a'
const MANY = 50

/** Processes of one installation, on a Redis of their own. */
async function setUp() {
  const redis = await startRedis()
  const open: (() => unknown)[] = [() => redis.stop()]
  onTestFinished(async () => {
    for (const close of open.reverse()) await close()
  })
  const connect = () => {
    // The bus subscribes again itself, as with the connections of the server.
    const connection = new Redis(redis.url, { autoResubscribe: false, retryStrategy: () => 50 })
    connection.on('error', () => {})
    open.push(() => connection.disconnect())
    return connection
  }
  const observer = connect()
  return {
    openBus(options: Partial<RedisBusOptions> = {}) {
      const bus = createRedisBus({
        publisher: connect(),
        subscriber: connect(),
        prefix: 'x:',
        onDropped: () => {},
        ...options,
      })
      open.push(() => bus.close())
      return bus
    },
    connect,
    redis,
    async published() {
      return Number(/cmdstat_publish:calls=(\d+)/.exec(await observer.info('commandstats'))?.[1] ?? 0)
    },
  }
}

test.each([
  ['listens itself', true],
  ['does not listen', false],
])('a process that is alone and %s hardly publishes what is in the log', async (_, listens) => {
  const { openBus, published } = await setUp()
  const bus = openBus()
  if (listens) await bus.subscribe(TOPIC, () => {})
  for (let n = 0; n < MANY; n++) await bus.publishElsewhere(TOPIC, () => String(n), { isLogged: true })
  expect(await published()).toBeLessThan(MANY / 5)
  const before = await published()
  for (let n = 0; n < MANY; n++) await bus.publishElsewhere(TOPIC, () => String(n), { isLogged: false })
  expect((await published()) - before).toBe(MANY)
})

test('once another process listens, it hears everything', async () => {
  const { openBus } = await setUp()
  const [one, other] = [openBus(), openBus()]
  await one.subscribe(TOPIC, () => {})
  await one.publishElsewhere(TOPIC, () => 'to nobody', { isLogged: true })
  const heard: string[] = []
  await other.subscribe(TOPIC, (payload) => heard.push(payload))
  await until(async () => {
    await one.publishElsewhere(TOPIC, () => 'first', { isLogged: true })
    expect(heard).toContain('first')
  })
  const sent = Array.from({ length: MANY }, (_, n) => String(n))
  for (const payload of sent) await one.publishElsewhere(TOPIC, () => payload, { isLogged: true })
  await until(() => expect(heard.filter((payload) => payload !== 'first')).toEqual(sent))
})

test('a node of a cluster, which knows only its own listeners, does not keep a process from publishing', async () => {
  const { openBus, published } = await setUp()
  const bus = openBus({ countsListeners: false })
  for (let n = 0; n < MANY; n++) await bus.publishElsewhere(TOPIC, () => String(n), { isLogged: true })
  expect(await published()).toBe(MANY)
})

test('whoever listens hears what is published from then on, also when the process has just begun to', async () => {
  const { openBus } = await setUp()
  const one = openBus()
  await one.publish('other', 'Its connection is open.')
  const other = openBus()
  const heard: string[] = []
  const first = other.subscribe(TOPIC, (payload) => heard.push(`first ${payload}`))
  await other.subscribe(TOPIC, (payload) => heard.push(`second ${payload}`))
  await one.publish(TOPIC, 'hello')
  await until(() => expect(heard).toEqual(['first hello', 'second hello']))
  await first
})

test('a process hears once what it publishes itself', async () => {
  const { openBus } = await setUp()
  const [one, other] = [openBus(), openBus()]
  const heard: string[] = []
  await one.subscribe(TOPIC, (payload) => heard.push(payload))
  await one.publish(TOPIC, 'own')
  expect(heard).toEqual(['own'])
  await other.publish(TOPIC, 'of another')
  await until(() => expect(heard.at(-1)).toBe('of another'))
  expect(heard).toEqual(['own', 'of another'])
})

test('who stops listening keeps nobody else in the process from hearing', async () => {
  const { openBus } = await setUp()
  const [one, other] = [openBus(), openBus()]
  const heard: string[] = []
  const stop = await one.subscribe(TOPIC, () => heard.push('stopped'))
  await one.subscribe(TOPIC, (payload) => heard.push(payload))
  stop()
  // Redis has done by then what the process asked for before.
  await one.subscribe('another', () => {})
  await other.publish(TOPIC, 'hello')
  await until(() => expect(heard).toEqual(['hello']))
})

test('who cannot read a message keeps nobody else from hearing it, and learns that something was missed', async () => {
  const { openBus } = await setUp()
  const dropped: string[] = []
  const [one, other] = [openBus({ onDropped: (topic) => dropped.push(topic) }), openBus()]
  const heard: string[] = []
  const gaps: string[] = []
  one.onGap(() => gaps.push('gap'))
  await one.subscribe(TOPIC, () => {
    throw new Error('What is this?')
  })
  await one.subscribe(TOPIC, (payload) => heard.push(payload))
  for (const payload of ['first', 'second']) await other.publish(TOPIC, payload)
  await until(() => expect(heard).toEqual(['first', 'second']))
  expect(dropped).toEqual([TOPIC, TOPIC])
  // At once for the first, and once more for those that come within a second.
  await until(() => expect(gaps).toHaveLength(2))
})

test('after a while without Redis, a process learns that it may have missed something, and hears again', async () => {
  const { openBus, connect, redis } = await setUp()
  const publisher = connect()
  const one = openBus()
  const heard: string[] = []
  let gaps = 0
  one.onGap(() => gaps++)
  await one.subscribe(TOPIC, (payload) => heard.push(payload))
  expect(gaps).toBe(0)
  await redis.kill()
  await redis.start()
  await until(() => expect(gaps).toBe(1))
  const other = openBus({ publisher })
  await until(() => expect(publisher.status).toBe('ready'))
  await other.publish(TOPIC, 'back')
  await until(() => expect(heard).toEqual(['back']))
})
