import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { leaveOfflineMessage } from '../../server/domain/offline-messages/leave-offline-message.ts'
import { blacklistVisitor } from '../../server/domain/visitors/blacklist-visitor.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await openDesk(app, { operators: 2 })
})

type Left = Omit<Parameters<typeof leaveOfflineMessage>[1], 'channel'>

const leave = (left: Left) => leaveOfflineMessage(app.services, { channel: desk.channel, ...left })

async function list({ execute }: Pick<Person, 'execute'>, filter: object = {}, search: string | null = null) {
  const { data, errors } = await execute(
    `query ($search: String, $filter: OfflineMessageFilter) { offlineMessages(search: $search, filter: $filter) { edges { node {
      text state name email phone answer answeredBy { name } visitor { externalId } department { name } channel { name } delivery { state } } } } }`,
    { filter, search },
  )
  expect(errors).toBeUndefined()
  return data.offlineMessages.edges.map(({ node }: { node: object }) => node)
}

test('what a visitor leaves is in the list of those who answer the channel', async () => {
  await desk.say('v', 'Hello')
  const { visitorId } = await desk.chatOf('v')
  await leave({ text: ' First ', email: ' anna@example.org ', name: 'Anna', visitorId })
  await leave({ text: 'Second', phone: '+49 (170) 555-12' })
  const first = {
    text: 'First',
    state: 'NEW',
    name: 'Anna',
    email: 'anna@example.org',
    phone: null,
    answer: null,
    answeredBy: null,
    visitor: { externalId: 'v' },
    channel: { name: desk.channel.name },
  }
  expect(await list(desk.operators[0])).toMatchObject([{ text: 'Second', visitor: null }, first])
  const colleague = await makeUser(app.services, { accountId: desk.account.id })
  const { cookie } = await signedIn(app.services, colleague.id)
  expect(await list({ execute: graphqlAs(app.url, { cookie }) })).toEqual([])
  expect(await list((await openDesk(app)).admin)).toEqual([])
})

test('a message needs words and a way to answer, each checked', async () => {
  for (const [left, field, code = 'invalid_request'] of [
    [{ text: '', email: 'a@example.org' }, 'input.message', 'blank'],
    [{ text: 'Hello' }, 'input.email'],
    [{ text: 'Hello', email: '  ', phone: ' ' }, 'input.email', 'blank'],
    [{ text: 'Hello', email: 'nonsense' }, 'input.email'],
    [{ text: 'Hello', email: 'a@example.org', phone: 'call me' }, 'input.phone'],
  ] as [Left, string, string?][]) {
    await expect(leave(left), field).rejects.toMatchObject({ code, field })
  }
  expect(await list(desk.admin)).toEqual([])
})

test('one operator answers it, and the other is told by whom it was answered', async () => {
  const id = globalId('OfflineMessage', await leave({ text: 'Help', email: 'a@example.org' }))
  const [one, other] = desk.operators as [Person, Person]
  const answers = await Promise.all(
    [one, other].map(({ execute }) =>
      mutate(execute, 'answerOfflineMessage', { id, text: 'Here it is' }, 'offlineMessage { state answer }'),
    ),
  )
  const taken = answers.find(({ userErrors }) => userErrors.length === 0)
  const refused = answers.find(({ userErrors }) => userErrors.length > 0)
  expect(taken.offlineMessage).toEqual({ state: 'ANSWERED', answer: 'Here it is' })
  const first = answers[0] === taken ? one : other
  expect(refused.userErrors[0]).toMatchObject({
    code: 'ALREADY_ANSWERED',
    message: `It was answered by ${first.user.name}.`,
  })
  expect(await list(desk.admin, { state: 'NEW' })).toEqual([])
  expect(await list(desk.admin, { state: 'ANSWERED' })).toMatchObject([
    { answeredBy: { name: first.user.name } },
  ])
  const stranger = await openDesk(app)
  const { userErrors } = await mutate(stranger.admin.execute, 'answerOfflineMessage', { id, text: 'x' })
  expect(userErrors[0].code).toBe('NOT_FOUND')
})

test('what a blacklisted visitor leaves is answered as usual, and reaches nobody', async () => {
  await desk.say('bad', 'Hello')
  const { visitorId } = await desk.chatOf('bad')
  await blacklistVisitor(app.services, { viewer: desk.admin.viewer, visitorId, reason: 'Spam' })
  expect(await leave({ text: 'Spam', email: 'a@example.org', visitorId })).toMatch(/^[\da-f-]{36}$/)
  expect(await list(desk.admin)).toEqual([])
})

test('nothing is left as the visitor of another account, nor in a department that is not there', async () => {
  const other = await openDesk(app)
  await other.say('v', 'Hello')
  const { visitorId } = await other.chatOf('v')
  const left = { text: 'Hi', email: 'a@example.org' }
  await expect(leave({ ...left, visitorId })).rejects.toMatchObject({ code: 'unauthenticated' })
  expect([await list(desk.admin), await list(other.admin)]).toEqual([[], []])
  const { id: departmentId } = await app.services.db.department.create({
    data: { accountId: other.account.id, name: 'Sales', number: 1 },
  })
  await leave({ ...left, departmentId })
  expect(await list(desk.admin)).toMatchObject([{ text: 'Hi', visitor: null, department: null }])
})

test('search and filters find those that were left and answered so', async () => {
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  const { visitorId } = await desk.chatOf('v')
  const { number } = await app.services.db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  const department = await app.services.db.department.create({
    data: { accountId: desk.account.id, name: 'Sales', number: 1 },
  })
  await leave({ text: 'Where is my refund?', name: 'Zoë Müller', email: 'zoe@example.org', visitorId })
  const id = await leave({
    text: 'Ring me about AB-1234',
    phone: '+49 170 5551',
    departmentId: department.id,
  })
  await mutate(operator.execute, 'answerOfflineMessage', {
    id: globalId('OfflineMessage', id),
    text: 'Called back',
  })
  const texts = async (filter: object, search?: string) =>
    (await list(desk.admin, filter, search)).map(({ text }: { text: string }) => text.slice(0, 5))
  expect(await texts({}, 'refu müller')).toEqual(['Where'])
  expect(await texts({}, 'ab1234')).toEqual([])
  expect(await texts({}, 'AB 123')).toEqual(['Ring '])
  expect(await texts({}, 'called')).toEqual(['Ring '])
  expect(await texts({}, 'zoe@example.org')).toEqual(['Where'])
  expect(await texts({}, '?!')).toEqual([])
  expect(await texts({ departmentIds: [globalId('Department', department.id)] })).toEqual(['Ring '])
  expect(await texts({ operatorIds: [globalId('Operator', operator.user.id)] })).toEqual(['Ring '])
  expect(await texts({ visitorNumber: number })).toEqual(['Where'])
  expect(await texts({ channelIds: [globalId('Channel', randomUUID())] })).toEqual([])
  expect(await texts({ createdAt: { until: '2020-01-01T00:00:00Z' } })).toEqual([])
})

test('the number of new ones counts those of one’s own channels', async () => {
  await leave({ text: 'First', email: 'a@example.org' })
  await leave({ text: 'Second', email: 'a@example.org' })
  const stranger = await makeUser(app.services, { accountId: desk.account.id })
  const { cookie } = await signedIn(app.services, stranger.id)
  const count = async (execute: Person['execute']) =>
    (await execute('{ newOfflineMessageCount }')).data.newOfflineMessageCount
  expect(await count(desk.operators[0].execute)).toBe(2)
  expect(await count(graphqlAs(app.url, { cookie }))).toBe(0)
})
