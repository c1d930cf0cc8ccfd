import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLocalConnections } from '../../server/presence/connections.ts'
import { Presence } from '../../server/presence/presence.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import { makeChannel, signedIn } from '../support/factories.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  // Longer than any test: what ends presence here is not the grace.
  app = await startTestApp({ presenceGraceMs: 120_000 })
})
afterAll(() => app.close())

const open: EventFeed[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((feed) => feed.close()))
})

function follow({ cookie }: { cookie: string }): EventFeed {
  const feed = openFeed(app.url, { cookie, after: '0' })
  open.push(feed)
  return feed
}

async function statusOf({ channel }: Desk, at = app): Promise<string> {
  return (await fetch(`${at.url}${channel.path}/status`)).text()
}

/** A desk whose one operator has a screen open. */
async function present(): Promise<{ desk: Desk; operator: Person; feed: EventFeed }> {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const feed = follow(operator)
  await until(async () => expect(await statusOf(desk)).toBe('1'))
  return { desk, operator, feed }
}

test('an operator whose channels change is online all the time', async () => {
  const { desk, operator, feed } = await present()
  const screen = follow(desk.admin)
  const uuid = await desk.say('visitor', 'Hello')
  await screen.waitFor(({ message }: Data) => message?.uuid === uuid)
  const another = await makeChannel(app.services, { accountId: desk.account.id })
  const operatorIds = [globalId('Operator', operator.user.id)]
  const input = { id: globalId('Channel', another.id), operatorIds }
  expect((await mutate(desk.admin.execute, 'updateChannel', input)).userErrors).toEqual([])
  expect(await feed.closed).toBe(4403)
  const polls: string[] = []
  for (let poll = 0; poll < 20; poll++) polls.push(await statusOf(desk))
  const back = follow(operator)
  const next = await desk.say('visitor', 'There?')
  await back.waitFor(({ message }: Data) => message?.uuid === next)
  polls.push(await statusOf(desk))
  expect(new Set(polls)).toEqual(new Set(['1']))
  await screen.waitFor(({ message }: Data) => message?.uuid === next)
  const moves = screen.events.filter(
    ({ kind, subjectId, operator: who }) =>
      kind === 'PRESENCE_CHANGED' && (who?.id ?? subjectId) === globalId('Operator', operator.user.id),
  )
  expect(moves.filter(({ operator: who }) => who?.presence === 'OFFLINE')).toEqual([])
})

test('signing out ends presence at once, also when the screen was closed a moment before', async () => {
  const { desk, operator, feed } = await present()
  await feed.close()
  await feed.closed
  expect(await statusOf(desk)).toBe('1')
  await operator.execute('mutation { signOut { userErrors { code } } }')
  expect(await statusOf(desk)).toBe('0')
})

test('signing out in one browser leaves the other one present', async () => {
  const { desk, operator, feed } = await present()
  const other = await signedIn(app.services, operator.user.id)
  const second = follow(other)
  const uuid = await desk.say('visitor', 'Hello')
  await second.waitFor(({ message }: Data) => message?.uuid === uuid)
  await operator.execute('mutation { signOut { userErrors { code } } }')
  expect(await feed.closed).toBe(4403)
  expect(await statusOf(desk)).toBe('1')
  await mutate(desk.admin.execute, 'deactivateOperator', { id: globalId('Operator', operator.user.id) })
  expect(await second.closed).toBe(4403)
  expect((await app.services.presence.connectedUsers(desk.account.id)).has(operator.user.id)).toBe(false)
})

test('deactivation ends presence at once, for screens and for the channel’s status', async () => {
  const { desk, operator, feed } = await present()
  const screen = follow(desk.admin)
  const uuid = await desk.say('visitor', 'Hello')
  await screen.waitFor(({ message }: Data) => message?.uuid === uuid)
  await mutate(desk.admin.execute, 'deactivateOperator', { id: globalId('Operator', operator.user.id) })
  expect(await statusOf(desk)).toBe('0')
  expect(await feed.closed).toBe(4403)
  await screen.waitFor(
    ({ kind, operator: who }: Data) =>
      kind === 'PRESENCE_CHANGED' &&
      who?.id === globalId('Operator', operator.user.id) &&
      who.presence === 'OFFLINE',
  )
})

test('whoever does not come back is offline when the grace is over, and screens are told', async () => {
  const own = await startTestApp({ stores: app.stores, presenceGraceMs: 400 })
  try {
    const desk = await openDesk(own)
    const [operator] = desk.operators
    const screen = openFeed(own.url, { cookie: desk.admin.cookie, after: '0' })
    open.push(screen)
    // For a slow machine, the grace may be over before it looks, so it tries again.
    await until(async () => {
      const feed = openFeed(own.url, { cookie: operator.cookie })
      open.push(feed)
      await until(async () => expect(await statusOf(desk, own)).toBe('1'))
      feed.cut()
      await feed.closed
      expect(await statusOf(desk, own)).toBe('1')
    })
    const isOperator = ({ operator: who }: Data) => who?.id === globalId('Operator', operator.user.id)
    await screen.waitFor((event) => isOperator(event) && event.operator.presence === 'OFFLINE')
    await until(async () => expect(await statusOf(desk, own)).toBe('0'))
  } finally {
    await own.close()
  }
})

test('screens are told who left, also when somebody asks who is connected just before they are', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { accountId, id: userId } = operator.user
  const screen = follow(desk.admin)
  const uuid = await desk.say('visitor', 'Hello')
  await screen.waitFor(({ message }: Data) => message?.uuid === uuid)
  const moves = () =>
    screen.events.filter(
      ({ kind, operator: who }) => kind === 'PRESENCE_CHANGED' && who?.id === globalId('Operator', userId),
    ).length
  const { bus, hub, log } = app.services
  const connections = createLocalConnections()
  const presence = new Presence({ connections, bus, hub, log })
  await presence.start()
  onTestFinished(() => presence.stop())
  const connection = { id: randomUUID(), accountId, userId, sessionId: randomUUID() }
  await connections.renew([connection], 60_000)
  await presence.announceChange(accountId)
  await expect.poll(moves).toBe(1)
  // What is known is no longer fresh, so whoever asks has it read.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
  onTestFinished(() => void vi.useRealTimers())
  await connections.remove(connection)
  expect([...(await presence.connectedUsers(accountId))]).toEqual([])
  await presence.announceChange(accountId)
  await expect.poll(moves).toBe(2)
})

test('whoever is connected counts for as long as they are, and screens are told of those whose process has died', async () => {
  const { bus, hub, log } = app.services
  const accountId = randomUUID()
  const told: (string | null)[] = []
  const unfollow = await hub.follow({ accountId }, { tell: ({ subjectId }) => told.push(subjectId ?? null) })
  onTestFinished(unfollow)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const connections = createLocalConnections()
  const presence = new Presence({ connections, bus, hub, log })
  await presence.start()
  onTestFinished(() => presence.stop())
  const [stays, dies] = [randomUUID(), randomUUID()]
  await connections.renew([{ id: randomUUID(), accountId, userId: dies, sessionId: randomUUID() }], 20_000)
  await presence.connect({ accountId, userId: stays, sessionId: randomUUID() }).counted
  await expect.poll(() => told.toSorted()).toEqual([stays, dies].toSorted())
  // Within 30 seconds, nobody having asked.
  await vi.advanceTimersByTimeAsync(28_000)
  await expect.poll(() => told.slice(2)).toEqual([dies])
  expect([...(await presence.readConnectedUsers(accountId))]).toEqual([stays])
})
