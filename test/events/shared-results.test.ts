import { GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, VisitorPrincipal } from '../../server/domain/principal.ts'
import type { Viewer } from '../../server/domain/viewer.ts'
import { Follower } from '../../server/events/follower.ts'
import { type LiveEvent, transient } from '../../server/events/live-event.ts'
import { AnswerMeter } from '../../server/graphql/kit/answer-meter.ts'
import type { GraphQLContext } from '../../server/graphql/kit/context.ts'
import { lazyLoaders } from '../../server/graphql/kit/loaders.ts'
import { type SharedSubscription, subscribeShared } from '../../server/live/execute-shared.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** How often the event was executed. */
let executions = 0
/** How many of the next executions fail. */
let failures = 0
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { nothing: { type: GraphQLInt } } }),
  subscription: new GraphQLObjectType({
    name: 'Subscription',
    fields: {
      happened: {
        type: GraphQLInt,
        args: { after: { type: GraphQLString }, first: { type: GraphQLInt } },
        subscribe: (queue: Follower) => queue,
        resolve() {
          executions++
          if (failures-- > 0) throw new Error('It cannot be executed now.')
          return executions
        },
      },
    },
  }),
})
const QUERY = 'subscription S($after: String, $first: Int) { happened(after: $after, first: $first) }'

type Screen = Partial<Pick<SharedSubscription, 'query' | 'variableValues'>> & { principal: Principal }

/** Opens a screen that gets what comes into the queue. The result is what its subscription ends with. */
async function openScreen(
  queue: Follower,
  { principal, query = QUERY, variableValues = {} }: Screen,
  send: (frame: Buffer) => unknown,
  sent?: (events: LiveEvent[]) => void,
): Promise<{ end: Promise<unknown> }> {
  const { services } = app
  const context: GraphQLContext = {
    services,
    principal,
    viewer: null,
    http: null,
    loaders: lazyLoaders(services),
    answer: new AnswerMeter(),
    shared: false,
  }
  const stream = await subscribeShared({
    schema,
    document: parse(query),
    query,
    rootValue: queue,
    variableValues,
    contextValue: { ...context, principal },
    id: '1',
    send: (frame) => send(frame) !== false,
    sent,
  })
  if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream.errors))
  return { end: stream.next() }
}

const happening = () => transient('RESYNC', { accountId: 'one' })

/** How often an event is executed for two screens. */
async function executionsFor(...screens: [Screen, Screen]): Promise<number> {
  const event = happening()
  const before = executions
  for (const screen of screens) {
    const queue = new Follower(() => null)
    queue.push(event, '')
    await new Promise<void>((resolve, reject) => {
      openScreen(queue, screen, () => resolve()).catch(reject)
    })
  }
  return executions - before
}

const operator: Viewer = {
  kind: 'operator',
  userId: 'somebody',
  accountId: 'one',
  role: 'OPERATOR',
  channelIds: ['shop', 'app'],
  sessionId: null,
  apiToken: null,
}
const admin: Viewer = { ...operator, role: 'ADMIN', channelIds: null }
const visitor: VisitorPrincipal = {
  kind: 'visitor',
  accountId: 'one',
  channelId: 'shop',
  visitorId: 'somebody',
  number: 1,
  key: '1',
  token: { id: 'token', expiresAt: new Date() },
}

test.each<[string, Screen, Screen]>([
  ['of the same person', { principal: operator }, { principal: operator }],
  [
    'of colleagues on the same channels',
    { principal: operator },
    { principal: { ...operator, userId: 'b' } },
  ],
  [
    'whose channels are listed in another order',
    { principal: operator },
    { principal: { ...operator, channelIds: ['app', 'shop'] } },
  ],
  ['of two admins', { principal: admin }, { principal: { ...admin, userId: 'b' } }],
  ['of a visitor', { principal: visitor }, { principal: { ...visitor } }],
  [
    'that started after different cursors',
    { principal: operator, variableValues: { after: '1' } },
    { principal: operator, variableValues: { after: '2' } },
  ],
])('screens %s share a result', async (_name, one, other) => {
  expect(await executionsFor(one, other)).toBe(1)
})

/** A screen that uses its cursor twice. */
function startedAt(after: string): Screen {
  const query = QUERY.replace('{ ', '{ again: happened(after: $after) ')
  return { principal: admin, query, variableValues: { after } }
}

test.each<[string, Screen, Screen]>([
  ['on other channels', { principal: operator }, { principal: { ...operator, channelIds: ['shop'] } }],
  ['on no channel', { principal: operator }, { principal: { ...operator, channelIds: [] } }],
  ['on all channels', { principal: operator }, { principal: { ...operator, channelIds: null } }],
  ['of an admin', { principal: { ...operator, channelIds: null } }, { principal: admin }],
  ['of another account', { principal: admin }, { principal: { ...admin, accountId: 'two' } }],
  ['of another visitor', { principal: visitor }, { principal: { ...visitor, visitorId: 'b' } }],
  ['of a visitor instead of an operator', { principal: admin }, { principal: visitor }],
  [
    'with another operation',
    { principal: admin },
    { principal: admin, query: QUERY.replace('happened(', 'again: happened(') },
  ],
  [
    'with other variables',
    { principal: admin, variableValues: { first: 1 } },
    { principal: admin, variableValues: { first: 2 } },
  ],
  ['whose cursor is used for something else as well', startedAt('1'), startedAt('2')],
])('a screen %s has a result of its own', async (_name, one, other) => {
  const alone = await executionsFor(one, one)
  expect(await executionsFor(one, other)).toBe(2 * alone)
})

test('an event is sent, whenever it comes while the last one is being sent', async () => {
  for (let turns = 0; turns < 20; turns++) {
    const queue = new Follower(() => null)
    let sent = 0
    await openScreen(queue, { principal: operator }, () => sent++)
    queue.push(happening(), '')
    for (let turn = 0; turn < turns; turn++) await null
    queue.push(happening(), '')
    await new Promise(setImmediate)
    expect(sent, `after ${turns} turns`).toBe(2)
  }
})

test('a subscription ends with its queue', async () => {
  const queue = new Follower(() => null)
  const { end } = await openScreen(queue, { principal: operator }, () => {})
  await queue.return()
  expect(await end).toEqual({ value: undefined, done: true })
})

test('what could not be written was not sent', async () => {
  const queue = new Follower(() => null)
  const [lost, written] = [happening(), happening()]
  const sent: LiveEvent[] = []
  let frames = 0
  const send = () => ++frames > 1
  const { end } = await openScreen(queue, { principal: visitor }, send, (events) => sent.push(...events))
  for (const event of [lost, written]) queue.push(event, '')
  await expect.poll(() => frames).toBe(2)
  await queue.return()
  await end
  expect(sent).toEqual([written])
})

test('an event that could not be executed before its commit is executed again', async () => {
  const queue = new Follower(() => null)
  const frames: string[] = []
  await openScreen(queue, { principal: operator }, (frame) => frames.push(String(frame)))
  const event = happening()
  failures = 1
  queue.onPrepare?.(event)
  queue.push(event, '')
  await expect.poll(() => frames).toHaveLength(1)
  expect(frames[0]).toContain(`"data":{"happened":${executions}}`)
})

test('a subscription whose results cannot be sent fails', async () => {
  const queue = new Follower(() => null)
  const send = () => {
    throw new Error('There is no socket.')
  }
  const { end } = await openScreen(queue, { principal: operator }, send)
  let failure: unknown
  end.catch((error) => {
    failure = error
  })
  queue.push(happening(), '')
  await expect.poll(() => failure).toEqual(new Error('There is no socket.'))
})
