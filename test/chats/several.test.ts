import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readGlobalId } from '../../server/graphql/kit/global-id.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { makeChannel, makeUser } from '../support/factories.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const RESULTS = 'results { chatId chat { status operators { name } } userErrors { code field } }'
const NOWHERE = globalId('Chat', randomUUID())

/** Chats that wait, one of each visitor; their global ids. */
async function waitingChats(desk: Desk, count: number): Promise<string[]> {
  const visitors = Array.from({ length: count }, () => randomUUID())
  for (const visitor of visitors) await desk.say(visitor, 'Hello')
  const chats = await Promise.all(visitors.map((visitor) => desk.chatOf(visitor)))
  return chats.map(({ id }) => globalId('Chat', id))
}

const act = ({ execute }: Person, verb: string, input: object): Promise<Data> =>
  mutate(execute, verb, { ...input }, RESULTS)

test('several chats are closed with one request, which says of each what became of it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const [waiting, written, others, closed] = (await waitingChats(desk, 4)) as [string, string, string, string]
  await act(max, 'takeOverChats', { chats: [{ chatId: others }] })
  await act(dora, 'closeChats', { chats: [{ chatId: closed }] })
  const answer = await act(dora, 'closeChats', {
    chats: [
      ...[waiting, NOWHERE].map((chatId) => ({ chatId })),
      { chatId: written, lastVisitorSeq: 0 },
      ...[others, closed, waiting].map((chatId) => ({ chatId })),
    ],
  })
  const refused = (code: string, index: number, field = 'chatId') => ({
    chat: null,
    userErrors: [{ code, field: ['input', ...(field === 'chatId' ? ['chats', String(index)] : []), field] }],
  })
  expect(answer.userErrors).toEqual([])
  expect(answer.results).toEqual([
    { chatId: waiting, chat: { status: 'CLOSED', operators: [] }, userErrors: [] },
    { chatId: NOWHERE, ...refused('NOT_FOUND', 1) },
    { chatId: written, ...refused('VISITOR_WROTE', 2, 'lastVisitorSeq') },
    { chatId: others, ...refused('NOT_IN_CHAT', 3) },
    { chatId: closed, chat: { status: 'CLOSED', operators: [] }, userErrors: [] },
  ])
})

test('a chat that the viewer must not see is told like one that does not exist', async () => {
  const desk = await openDesk(app)
  const hidden = await makeChannel(app.services, { accountId: desk.account.id })
  const secret = await openDesk(app)
  const [foreign] = await waitingChats(secret, 1)
  const visitor = { accountId: desk.account.id, channelId: hidden.id, number: 900, key: 'v', externalId: 'v' }
  const { id } = await app.services.db.chat.create({
    data: {
      ...{ accountId: desk.account.id, channelId: hidden.id, number: 900, status: 'QUEUED' },
      visitorId: (await app.services.db.visitor.create({ data: visitor })).id,
    },
  })
  const ids = [globalId('Chat', id), foreign, NOWHERE]
  const chats = ids.map((chatId) => ({ chatId, seq: 1 }))
  const codes = async (verb: string, input: object) => {
    const { results } = await act(desk.operators[0], verb, input)
    return results.map(({ userErrors }: Data) => userErrors[0]?.code)
  }
  const all = ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']
  expect(await codes('markChatsRead', { chats })).toEqual(all)
  expect(await codes('tagChats', { chatIds: ids })).toEqual(all)
  expect(await codes('closeChats', { chats: ids.map((chatId) => ({ chatId })) })).toEqual(all)
  expect(await codes('takeOverChats', { chats: ids.map((chatId) => ({ chatId })) })).toEqual(all)
})

test('who takes several chats over gets no chat that somebody else took meanwhile', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chats = (await waitingChats(desk, 6)).map((chatId) => ({ chatId, operatorIds: [] }))
  const answers = await Promise.all([dora, max].map((person) => act(person, 'takeOverChats', { chats })))
  const [doras, maxs] = answers.map(({ results }) => results)
  for (const [index, { chatId }] of chats.entries()) {
    const members = await app.services.db.chatMember.count({
      where: { chat: { id: idOf(chatId) }, leftAt: null },
    })
    expect(members).toBe(1)
    expect([doras[index], maxs[index]].filter(({ chat }) => chat !== null)).toHaveLength(1)
    expect([doras[index], maxs[index]].flatMap(({ userErrors }) => userErrors)).toMatchObject([
      { code: 'CHAT_ACCEPTED_BY_OTHER' },
    ])
  }
})

test('several chats are transferred to a department, or offered to an operator', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chatIds = await waitingChats(desk, 3)
  await act(dora, 'takeOverChats', { chats: chatIds.slice(0, 2).map((chatId) => ({ chatId })) })
  const { id } = await app.services.db.department.create({
    data: { accountId: desk.account.id, number: 1, name: 'Sales' },
  })
  const departmentId = globalId('Department', id)
  const moved = await act(dora, 'transferChats', { chatIds, departmentId, note: 'Yours' })
  expect(moved.results).toMatchObject([
    { chat: { status: 'QUEUED' } },
    { chat: { status: 'QUEUED' } },
    { chat: null, userErrors: [{ code: 'NOT_IN_CHAT', field: ['input', 'chatIds', '2'] }] },
  ])
  await act(dora, 'takeOverChats', { chats: chatIds.map((chatId) => ({ chatId })) })
  const operatorId = globalId('Operator', max.user.id)
  const offline = await act(dora, 'transferChats', { chatIds: chatIds.slice(0, 1), operatorId })
  expect(offline.results).toMatchObject([
    { userErrors: [{ code: 'OPERATOR_OFFLINE', field: ['input', 'operatorId'] }] },
  ])
  const feed = openFeed(app.url, { cookie: max.cookie })
  await until(async () => {
    expect(await app.services.presence.connectedUsers(desk.account.id)).toContain(max.user.id)
  })
  const offered = await act(dora, 'transferChats', { chatIds, operatorId })
  expect(offered.results.map(({ userErrors }: Data) => userErrors)).toEqual([[], [], []])
  const stranger = await makeUser(app.services, { accountId: desk.account.id })
  const refused = await act(dora, 'transferChats', { chatIds, operatorId: globalId('Operator', stranger.id) })
  expect(refused.results[0]).toMatchObject({
    userErrors: [{ code: 'INVALID', field: ['input', 'operatorId'] }],
  })
  await feed.close()
})

test('several chats are marked as read, each as far as the viewer knows it', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const [first, second] = await waitingChats(desk, 2)
  const input = {
    chats: [first, second, first].map((chatId, index) => ({ chatId, seq: index === 2 ? 0 : 1 })),
  }
  expect((await act(operator, 'markChatsRead', input)).results).toHaveLength(2)
  const { data } = await operator.execute('{ chats(view: WAITING) { nodes { viewerLastReadSeq } } }')
  expect(data.chats.nodes).toEqual([{ viewerLastReadSeq: 1 }, { viewerLastReadSeq: 1 }])
})

test('a hundred chats take one request, and more are refused', async () => {
  const desk = await openDesk(app)
  const chatIds = Array.from({ length: 101 }, () => globalId('Chat', randomUUID()))
  const few = await act(desk.admin, 'tagChats', { chatIds: chatIds.slice(1) })
  expect(few.results).toHaveLength(100)
  const refused = [{ code: 'TOO_LONG' }]
  expect((await act(desk.admin, 'tagChats', { chatIds })).userErrors).toMatchObject(refused)
  const chats = chatIds.map((chatId) => ({ chatId }))
  expect((await act(desk.admin, 'closeChats', { chats })).userErrors).toMatchObject(refused)
})

test('where a channel demands a tag, no operator closes a chat without one, unless none fits', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const [tagged, untagged, none, several] = (await waitingChats(desk, 4)) as [string, string, string, string]
  const id = globalId('Channel', desk.channel.id)
  await mutate(desk.admin.execute, 'updateChannel', { id, requiresTag: true })
  const { tag } = await mutate(operator.execute, 'createTag', { name: 'Order' }, 'tag { id }')
  await act(operator, 'tagChats', { chatIds: [tagged], addTagIds: [tag.id] })
  const close = (person: Person, chatId: string, input: object = {}) =>
    mutate(person.execute, 'closeChat', { chatId, ...input }, 'chat { status }')
  expect((await close(operator, tagged)).chat).toEqual({ status: 'CLOSED' })
  for (const person of [operator, desk.admin]) {
    expect(await close(person, untagged)).toMatchObject({
      chat: null,
      userErrors: [{ code: 'TAG_REQUIRED' }],
    })
  }
  expect((await close(operator, none, { withoutTag: true })).chat).toEqual({ status: 'CLOSED' })
  const chats = [{ chatId: several }, { chatId: untagged }]
  const refused = await act(operator, 'closeChats', { chats })
  expect(refused.results.map(({ userErrors }: Data) => userErrors[0].code)).toEqual([
    'TAG_REQUIRED',
    'TAG_REQUIRED',
  ])
  const closed = await act(operator, 'closeChats', { chats, withoutTag: true })
  expect(closed.results).toMatchObject([{ chat: { status: 'CLOSED' } }, { chat: { status: 'CLOSED' } }])
})

test('a chat that ends by itself needs no tag', async () => {
  const desk = await openDesk(app)
  const [chatId] = (await waitingChats(desk, 1)) as [string]
  const id = globalId('Channel', desk.channel.id)
  await mutate(desk.admin.execute, 'updateChannel', { id, requiresTag: true })
  await mutate(desk.admin.execute, 'deleteChannel', { id })
  const chat = await app.services.db.chat.findUniqueOrThrow({ where: { id: idOf(chatId) } })
  expect(chat.status).toBe('CLOSED')
})

function idOf(global: string): string {
  return readGlobalId(global)?.id ?? ''
}
