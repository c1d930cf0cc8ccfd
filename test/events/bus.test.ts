import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { createRedisBus } from '../../server/events/bus.ts'
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
    const connection = new Redis(redis.url)
    open.push(() => connection.disconnect())
    return connection
  }
  const observer = connect()
  return {
    openBus() {
      const bus = createRedisBus({
        publisher: connect(),
        subscriber: connect(),
        prefix: 'x:',
        onDropped: () => {},
      })
      open.push(() => bus.close())
      return bus
    },
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
