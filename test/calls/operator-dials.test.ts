import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failStaleCalls } from '../../server/domain/calls/fail-stale-calls.ts'
import { moveCall } from '../../server/domain/calls/move-call.ts'
import { SYSTEM } from '../../server/events/actor.ts'
import { transact } from '../../server/events/transact.ts'
import type { CallState } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { makeChannel, makeUser, signedIn } from '../support/factories.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { type CallDesk, NUMBER, openCallDesk } from './support.ts'

let app: TestApp
let desk: CallDesk
let operator: Person
let colleague: Person
beforeAll(async () => {
  app = await startTestApp()
  desk = await openCallDesk(app, { operators: 2 })
  ;[operator, colleague] = desk.operators as [Person, Person]
})
afterAll(() => app.close())

const on = (person: Person, verb: string, id: string, more = {}) =>
  mutate(
    person.execute,
    verb,
    { id: globalId('Call', id), ...more },
    'call { state reason operator { name } }',
  )

const STATES: CallState[] = ['START', 'OPERATOR_CONNECTED', 'CLIENT_CONNECTED', 'END', 'ERROR']
const REACHED: Record<CallState, CallState[]> = {
  START: ['OPERATOR_CONNECTED', 'CLIENT_CONNECTED', 'END', 'ERROR'],
  OPERATOR_CONNECTED: ['CLIENT_CONNECTED', 'END', 'ERROR'],
  CLIENT_CONNECTED: ['END', 'ERROR'],
  END: [],
  ERROR: [],
}
const steps = STATES.flatMap((from) =>
  STATES.filter((to) => to !== 'START').map((to) => [from, to, REACHED[from].includes(to)] as const),
)

test.each(steps)('a call in %s that is told %s moves: %s', async (from, to, moves) => {
  const { id } = await desk.call()
  const { services } = app
  const move = (state: Exclude<CallState, 'START'>) =>
    transact(services, (work) => moveCall(work, id, { to: state, actor: SYSTEM, reason: 'Busy' }))
  if (from !== 'START') await move(from)
  const before = await desk.find(id)
  const moved = await move(to as Exclude<CallState, 'START'>)
  const after = await desk.find(id)
  expect(moved !== null).toBe(moves)
  if (!moves) return expect(after).toEqual(before)
  expect(after).toMatchObject({
    state: to,
    revision: before.revision + 1,
    reason: to === 'ERROR' ? 'Busy' : null,
  })
  expect(after.endedAt !== null).toBe(to === 'END' || to === 'ERROR')
})

test('an operator takes a call, marks it connected and ends it, and the log says who did what', async () => {
  const { id } = await desk.call()
  for (const verb of ['takeCall', 'markCallConnected', 'endCall']) {
    expect((await on(operator, verb, id)).userErrors).toEqual([])
  }
  const { data } = await operator.execute(
    `{ call(id: "${globalId('Call', id)}") {
      phone state offered operator { name } visitor { id } chat { id } endedAt
      log { state reason actor { name } }
    } }`,
  )
  expect(data.call).toMatchObject({ phone: NUMBER, state: 'END', offered: false })
  expect(data.call.operator.name).toBe(operator.user.name)
  expect(
    data.call.log.map((entry: { state: string; actor: { name: string } }) => [entry.state, entry.actor.name]),
  ).toEqual([
    ['START', desk.admin.user.name],
    ['OPERATOR_CONNECTED', operator.user.name],
    ['CLIENT_CONNECTED', operator.user.name],
    ['END', operator.user.name],
  ])
})

test('of operators who take a call at once one gets it, and the other is told by whom', async () => {
  const calls = await Promise.all(Array.from({ length: 5 }, () => desk.call()))
  for (const { id } of calls) {
    const answers = await Promise.all([operator, colleague].map((person) => on(person, 'takeCall', id)))
    const [won, lost] = answers.toSorted((a, b) => a.userErrors.length - b.userErrors.length)
    expect(won.userErrors).toEqual([])
    expect(lost.userErrors).toMatchObject([
      { code: 'CALL_TAKEN_BY_OTHER', message: `${won.call.operator.name} has taken this call.` },
    ])
    expect(await desk.states(id)).toEqual(['START', 'OPERATOR_CONNECTED'])
  }
})

test('a call that one took is not marked by a colleague, but by an admin', async () => {
  const { id } = await desk.call()
  expect((await on(operator, 'endCall', id)).userErrors).toMatchObject([
    { code: 'INVALID', message: 'Take the call first.' },
  ])
  await on(operator, 'takeCall', id)
  const refused = await on(colleague, 'failCall', id, { reason: 'Busy' })
  expect(refused.userErrors).toMatchObject([{ code: 'CALL_TAKEN_BY_OTHER' }])
  expect((await on(operator, 'takeCall', id)).userErrors).toEqual([])
  expect((await on(desk.admin, 'failCall', id, { reason: 'The line is busy.' })).call).toMatchObject({
    state: 'ERROR',
    reason: 'The line is busy.',
  })
  // Saying it again changes nothing.
  expect((await on(operator, 'failCall', id, { reason: 'Again' })).call.reason).toBe('The line is busy.')
  expect((await on(operator, 'endCall', id)).userErrors).toMatchObject([{ code: 'CALL_ENDED' }])
  expect((await on(colleague, 'takeCall', id)).userErrors).toMatchObject([{ code: 'CALL_ENDED' }])
})

test('every change reaches the screens of the channel’s operators, and of nobody else', async () => {
  const { services } = app
  const stranger = await makeUser(services, { accountId: desk.account.id })
  await makeChannel(services, { accountId: desk.account.id, operatorIds: [stranger.id] })
  const { cookie } = await signedIn(services, stranger.id)
  const query = `subscription ($after: String) { events(after: $after) {
    __typename cursor ... on CallEvent { call { id state offered } }
    ... on OperatorUpdated { operator { id } }
  } }`
  const { data } = await desk.admin.execute('{ viewer { eventCursor } }')
  const after = data.viewer.eventCursor
  const feeds = [colleague.cookie, cookie].map((each) => openFeed(app.url, { cookie: each, query, after }))
  const [seen, unseen] = feeds as [(typeof feeds)[0], (typeof feeds)[0]]
  const { id } = await desk.call()
  await on(operator, 'takeCall', id)
  await on(operator, 'markCallConnected', id)
  await on(operator, 'endCall', id)
  await seen.waitFor((event) => event.kind === 'CALL_ENDED')
  const ofCalls = seen.events.filter(({ kind }) => kind.startsWith('CALL_'))
  expect(ofCalls.map(({ kind }) => kind)).toEqual([
    'CALL_STARTED',
    'CALL_OPERATOR_CONNECTED',
    'CALL_CLIENT_CONNECTED',
    'CALL_ENDED',
  ])
  expect(ofCalls[0].call.id).toBe(globalId('Call', id))
  await mutate(operator.execute, 'setAvailability', { available: false })
  await unseen.waitFor((event) => event.kind === 'OPERATOR_UPDATED')
  expect(unseen.events.filter(({ kind }) => kind.startsWith('CALL_'))).toEqual([])
  const stranded = graphqlAs(app.url, { cookie })
  const answer = await stranded(`{ call(id: "${globalId('Call', id)}") { id } calls { nodes { id } } }`)
  expect(answer.data).toEqual({ call: null, calls: { nodes: [] } })
  expect((await mutate(stranded, 'takeCall', { id: globalId('Call', id) })).userErrors).toMatchObject([
    { code: 'NOT_FOUND' },
  ])
  await Promise.all(feeds.map((feed) => feed.close()))
})

test('another account neither sees nor changes a call, its visitor’s calls or the settings', async () => {
  const other = await openCallDesk(app)
  const { id, visitorId } = await desk.call()
  const node = globalId('Call', id)
  const { data } = await other.admin.execute(
    `{ call(id: "${node}") { id } node(id: "${node}") { id } calls { nodes { id } }
       callbackAvailability(visitorId: "${globalId('Visitor', String(visitorId))}") { available } }`,
  )
  expect(data).toEqual({ call: null, node: null, calls: { nodes: [] }, callbackAvailability: null })
  for (const verb of ['takeCall', 'endCall', 'markCallConnected']) {
    expect((await on(other.admin, verb, id)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  }
  expect((await other.start(String(visitorId))).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  const stolen = await other.settings({ channelIds: [globalId('Channel', desk.channel.id)] })
  expect(stolen.userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['input', 'channelIds', '0'] }])
  expect(await desk.states(id)).toEqual(['START'])
})

test('a call that its operator starts to dial themselves is theirs at once, and is offered to nobody', async () => {
  const query = `subscription ($after: String) { events(after: $after) {
    __typename cursor ... on CallEvent { call { offered operator { name } } }
  } }`
  const { data } = await desk.admin.execute('{ viewer { eventCursor } }')
  const feed = openFeed(app.url, { cookie: colleague.cookie, query, after: data.viewer.eventCursor })
  const visitorId = await desk.visitor()
  const { call, userErrors } = await mutate(
    operator.execute,
    'startCall',
    { visitorId: globalId('Visitor', visitorId), phone: NUMBER, take: true },
    'call { id state }',
  )
  expect([userErrors, call.state]).toEqual([[], 'OPERATOR_CONNECTED'])
  await feed.waitFor(({ kind }) => kind === 'CALL_OPERATOR_CONNECTED')
  const told = feed.events.filter(({ kind }) => kind.startsWith('CALL_')).map((event) => event.call)
  const theirs = { offered: false, operator: { name: operator.user.name } }
  expect(told).toEqual([theirs, theirs])
  await feed.close()
  expect((await on(operator, 'endCall', await idOfCall(visitorId))).userErrors).toEqual([])
})

const idOfCall = async (visitorId: string) =>
  (await app.services.db.call.findFirstOrThrow({ where: { visitorId } })).id

test('a past call is found by its number however it is typed, and by its visitor', async () => {
  const fresh = await openCallDesk(app)
  const [anna, ben] = [await fresh.call('+4930123456'), await fresh.call('+4989555777')]
  await mutate(fresh.admin.execute, 'updateVisitor', {
    id: globalId('Visitor', String(anna.visitorId)),
    name: 'Anna 100%',
  })
  const found = async (search: string) => {
    const { data } = await fresh.admin.execute(
      'query ($filter: CallFilter) { calls(filter: $filter) { nodes { id } } }',
      {
        filter: { search },
      },
    )
    return data.calls.nodes.map(({ id }: { id: string }) => id)
  }
  const [ofAnna, ofBen] = [anna, ben].map(({ id }) => [globalId('Call', id)])
  expect(await found('030 123-456')).toEqual(ofAnna)
  expect(await found('+49 (89) 555')).toEqual(ofBen)
  expect(await found('anna 100%')).toEqual(ofAnna)
  expect(await found('nobody')).toEqual([])
  expect(await found('  ')).toHaveLength(2)
})

test('calls are listed newest first, filtered, and with their visitor and chat', async () => {
  const fresh = await openCallDesk(app)
  const first = await fresh.call()
  const second = await fresh.call()
  await on(fresh.admin, 'takeCall', first.id)
  await on(fresh.admin, 'endCall', first.id)
  const list = async (filter: string) => {
    const { data, errors } = await fresh.admin.execute(`{ calls(filter: ${filter}) { nodes { id } } }`)
    if (errors) throw new Error(JSON.stringify(errors))
    return data.calls.nodes.map((node: { id: string }) => node.id)
  }
  const ids = [second, first].map(({ id }) => globalId('Call', id))
  expect(await list('{}')).toEqual(ids)
  expect(await list('{ underWay: true }')).toEqual([ids[0]])
  expect(await list('{ underWay: false }')).toEqual([ids[1]])
  expect(await list('{ state: [END, ERROR], type: [CALLBACK] }')).toEqual([ids[1]])
  expect(await list(`{ channelIds: ["${globalId('Channel', fresh.channel.id)}"] }`)).toEqual(ids)
  expect(await list(`{ operatorIds: ["${globalId('Operator', fresh.admin.user.id)}"] }`)).toEqual([ids[1]])
  const { data } = await fresh.admin.execute(
    `{ page: calls(first: 1) { nodes { id } pageInfo { endCursor } } chats { nodes { calls { nodes { id } } visitor { calls { nodes { id } } } } } }`,
  )
  const next = await fresh.admin.execute(
    `{ calls(first: 1, after: "${data.page.pageInfo.endCursor}") { nodes { id } } }`,
  )
  expect([...data.page.nodes, ...next.data.calls.nodes].map(({ id }: { id: string }) => id)).toEqual(ids)
  const nested = data.chats.nodes.map(
    (chat: { calls: { nodes: { id: string }[] }; visitor: { calls: unknown } }) => {
      expect(chat.visitor.calls).toEqual(chat.calls)
      return chat.calls.nodes[0]?.id
    },
  )
  expect(nested.toSorted()).toEqual(ids.toSorted())
})

describe('a call of which nobody hears', () => {
  const cases: [state: CallState, minutes: number, reason: string | null][] = [
    ['START', 59, null],
    ['START', 61, 'Nobody took the call.'],
    ['OPERATOR_CONNECTED', 61, null],
    ['CLIENT_CONNECTED', 361, 'Nobody recorded how the call ended.'],
  ]
  test.each(cases)('in %s for %i minutes ends with: %s', async (state, minutes, reason) => {
    const { id } = await desk.call()
    await app.services.db.call.update({ where: { id }, data: { state } })
    await failStaleCalls(app.services, new Date(Date.now() + minutes * 60_000))
    expect(await desk.find(id)).toMatchObject({ state: reason ? 'ERROR' : state, reason })
    await failStaleCalls(app.services, new Date(Date.now() + 600 * 60_000))
  })
})

test('hundreds of calls of one account of which nobody hears keep no other’s from ending', async () => {
  const many = await openCallDesk(app)
  const about = { accountId: many.account.id, channelId: many.channel.id, phone: NUMBER }
  await app.services.db.call.createMany({
    data: Array.from({ length: 200 }, () => ({
      ...about,
      type: 'INCOMING' as const,
      gateway: 'OPERATOR_DIALS' as const,
    })),
  })
  const { id } = await desk.call()
  await failStaleCalls(app.services, new Date(Date.now() + 61 * 60_000))
  expect((await desk.find(id)).state).toBe('ERROR')
})

test('the calls of an operator who is deactivated or taken off the channel end, and their visitors can be called again', async () => {
  const desk = await openCallDesk(app, { operators: 3 })
  const [anna, ben, carl] = desk.operators as [Person, Person, Person]
  const take = async ({ execute }: Person) => {
    const call = await desk.call()
    await mutate(execute, 'takeCall', { id: globalId('Call', call.id) })
    return call
  }
  const dialled = await take(anna)
  const talking = await take(ben)
  await mutate(ben.execute, 'markCallConnected', { id: globalId('Call', talking.id) })
  const others = await take(carl)
  const ids = { anna: globalId('Operator', anna.user.id), carl: globalId('Operator', carl.user.id) }
  await mutate(desk.admin.execute, 'deactivateOperator', { id: ids.anna })
  const input = { id: globalId('Channel', desk.channel.id), operatorIds: [ids.carl] }
  expect((await mutate(desk.admin.execute, 'updateChannel', input)).userErrors).toEqual([])
  expect(await desk.find(dialled.id)).toMatchObject({
    state: 'ERROR',
    reason: 'The operator who took the call is no longer there.',
  })
  expect(await desk.find(talking.id)).toMatchObject({ state: 'END' })
  expect(await desk.find(others.id)).toMatchObject({ state: 'OPERATOR_CONNECTED' })
  expect((await desk.start(String(dialled.visitorId))).userErrors).toEqual([])
})

test('the calls of a channel that is deleted end, so that nobody is offered them', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [offered, taken] = [await desk.call(), await desk.call()]
  await mutate(desk.operators[0].execute, 'takeCall', { id: globalId('Call', taken.id) })
  await mutate(desk.admin.execute, 'deleteChannel', { id: globalId('Channel', desk.channel.id) })
  const ended = { state: 'ERROR', reason: 'The channel was deleted.' }
  for (const { id } of [offered, taken]) expect(await desk.find(id)).toMatchObject(ended)
  const { data } = await desk.admin.execute('{ calls(filter: { underWay: true }) { nodes { id } } }')
  expect(data.calls.nodes).toEqual([])
})
