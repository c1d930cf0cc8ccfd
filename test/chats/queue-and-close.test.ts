import { randomUUID } from 'node:crypto'
import { print } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatsQuery } from '../../operator-app/src/graphql/chats.ts'
import type { TestApp } from '../support/app.ts'
import { settled } from '../support/client-server.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { startReceiver } from '../support/receiver.ts'
import { startSwitchboard } from '../support/switchboard.ts'

let app: TestApp
beforeAll(async () => {
  app = await startSwitchboard()
})
afterAll(() => app.close())

const CHAT = 'chat { status queuedAt operators { name } answeredBy { name } department { name } }'

function act(person: Person, verb: string, chatId: string, input: object = {}): Promise<Data> {
  return mutate(person.execute, verb, { chatId: globalId('Chat', chatId), ...input }, CHAT)
}

async function waitingChat(desk: Desk): Promise<string> {
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  return (await desk.chatOf(visitor)).id
}

async function readChat({ execute }: Person, chatId: string): Promise<Data> {
  const query = `query ($id: ID!) { chat(by: { id: $id }) {
    status queuedAt lastVisitorSeq failedDeliveries answeredBy { name } department { name }
    messages(last: 20) { edges { node { notice { kind text department { name } } } } }
  } }`
  return (await execute(query, { id: globalId('Chat', chatId) })).data?.chat as Data
}

async function waiting({ execute }: Person): Promise<string[]> {
  const { data } = await execute('{ chats(view: WAITING, first: 20) { edges { node { id } } } }')
  return (data as Data).chats.edges.map(({ node }: Data) => node.id)
}

function makeDepartment({ account }: Desk, name: string) {
  const { db } = app.services
  return db.department.create({ data: { accountId: account.id, number: numbers++, name } })
}
let numbers = 1

/** Everything from now on, also what happens before the socket is open. */
async function follow({ cookie, execute }: Person, fields: string): Promise<EventFeed> {
  const { data } = await execute('{ viewer { eventCursor } }')
  const query = `subscription ($after: String) { events(after: $after) { ${fields} } }`
  return openFeed(app.url, { cookie, query, after: (data as Data).viewer.eventCursor })
}

test('a chat handed to a department waits at the place that it had, with the note for whoever takes it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [first, second] = desk.operators as [Person, Person]
  const { id } = await makeDepartment(desk, 'Sales')
  const [early, late] = [await waitingChat(desk), await waitingChat(desk)]
  const { queuedAt } = await readChat(first, early)
  await act(first, 'acceptChat', early)
  expect((await readChat(first, early)).queuedAt).toBeNull()

  const handed = await act(first, 'transferChat', early, {
    departmentId: globalId('Department', id),
    note: 'Wants a quote',
  })
  expect(handed.chat).toMatchObject({ status: 'QUEUED', queuedAt, department: { name: 'Sales' } })
  expect(await waiting(second)).toEqual([early, late].map((chatId) => globalId('Chat', chatId)))

  await act(second, 'acceptChat', early)
  const notices = (await readChat(second, early)).messages.edges.map(({ node }: Data) => node.notice)
  expect(notices).toContainEqual({
    kind: 'TRANSFERRED_TO_DEPARTMENT',
    text: 'Wants a quote',
    department: { name: 'Sales' },
  })
})

test('a chat whose operator leaves waits at the place that it had', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const [early, late] = [await waitingChat(desk), await waitingChat(desk)]
  await act(operator, 'acceptChat', early)
  await act(operator, 'leaveChat', early)
  expect(await waiting(operator)).toEqual([early, late].map((chatId) => globalId('Chat', chatId)))
})

test('a chat that is accepted again after its operator left was accepted when it first was', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const id = await waitingChat(desk)
  const acceptedAt = async () => (await app.services.db.chat.findUniqueOrThrow({ where: { id } })).acceptedAt
  await act(operator, 'acceptChat', id)
  const first = await acceptedAt()
  expect(first).not.toBeNull()
  await act(operator, 'leaveChat', id)
  await act(operator, 'acceptChat', id)
  expect(await acceptedAt()).toEqual(first)
})

test('a visitor who writes again before they are answered has waited since the first of these messages', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const unansweredSince = async () => (await desk.chatOf('eva')).unansweredSince
  await desk.say('eva', 'Hello')
  const { id } = await desk.chatOf('eva')
  await reply(operator, id, 'Hi')
  expect(await unansweredSince()).toBeNull()
  await desk.say('eva', 'Where is my parcel?')
  const asked = await unansweredSince()
  expect(asked).not.toBeNull()
  await desk.say('eva', 'Are you there?')
  expect(await unansweredSince()).toEqual(asked)
})

test('a closed chat still names who answered it', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const chatId = await waitingChat(desk)
  await act(operator, 'acceptChat', chatId)
  const { chat } = await act(operator, 'closeChat', chatId)
  const { name } = operator.user
  expect(chat).toMatchObject({ status: 'CLOSED', operators: [], answeredBy: [{ name }] })
})

test('a chat in which the visitor has written since is not closed by an operator who has not seen it', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const { id } = await desk.chatOf(visitor)
  await act(operator, 'acceptChat', id)
  const { lastVisitorSeq } = await readChat(operator, id)
  await desk.say(visitor, 'One more thing')
  const refused = await act(operator, 'closeChat', id, { lastVisitorSeq })
  expect(refused).toMatchObject({
    chat: null,
    userErrors: [{ code: 'VISITOR_WROTE', field: ['input', 'lastVisitorSeq'] }],
  })
  const seen = await readChat(operator, id)
  expect(seen.status).toBe('ACTIVE')
  const closed = await act(operator, 'closeChat', id, { lastVisitorSeq: seen.lastVisitorSeq })
  expect(closed.chat.status).toBe('CLOSED')
})

test('a message that the client refuses is counted at its chat, told at once, and gone from the count when it is sent again', async () => {
  let code: string | null = 'no_such_user'
  const receiver = await startReceiver(() => ({ body: code ? { error: { code } } : { result: 'ok' } }))
  const desk = await openDesk(app, { serverUrl: `${receiver.url}/` })
  const [operator] = desk.operators
  const chatId = await waitingChat(desk)
  const feed = await follow(operator, '__typename ... on ChatEvent { chat { revision failedDeliveries } }')
  const tells = (failed: number) => feed.waitFor(({ chat }) => chat?.failedDeliveries === failed)
  const message = await reply(operator, chatId, 'Hi')
  await settled(app, message, 'FAILED')
  const { chat: failed } = await tells(1)

  code = 'silent'
  await settled(app, await reply(operator, chatId, 'Psst'), 'FAILED')
  expect((await readChat(operator, chatId)).failedDeliveries).toBe(1)

  code = null
  const { id } = await app.services.db.outboxItem.findFirstOrThrow({ where: { messageId: message } })
  await mutate(operator.execute, 'retryDelivery', { id: globalId('Delivery', id) })
  await settled(app, message, 'SENT')
  const { chat: mended } = await feed.waitFor(
    ({ chat }) => chat?.failedDeliveries === 0 && chat.revision > failed.revision,
  )
  expect(mended.failedDeliveries).toBe(0)
  await feed.close()
})

test('a bot that gets another name is told to every screen', async () => {
  const desk = await openDesk(app)
  const provider = await app.services.db.botProvider.create({
    data: {
      accountId: desk.account.id,
      name: 'Provider',
      publicId: randomUUID(),
      endpointUrl: 'https://bot.example/',
    },
  })
  const { bot } = await mutate(
    desk.admin.execute,
    'connectBot',
    { providerId: globalId('BotProvider', provider.id), name: 'Robo', token: randomUUID(), channelIds: [] },
    'bot { id }',
  )
  const feed = await follow(desk.operators[0], '__typename ... on BotUpdated { bot { id name enabled } }')
  await mutate(desk.admin.execute, 'updateBot', { id: bot.id, name: 'Hal', enabled: false }, 'bot { id }')
  const told = await feed.waitFor((event) => event.kind === 'BOT_UPDATED' && event.bot?.name === 'Hal')
  expect(told.bot).toEqual({ id: bot.id, name: 'Hal', enabled: false })
  await feed.close()
})

test('a whole page of the inbox, as the operator app asks for it, is within what one operation may cost', async () => {
  const desk = await openDesk(app)
  await waitingChat(desk)
  const variables = { view: 'WAITING', search: null, first: 100, after: null }
  const { data, errors } = await desk.operators[0].execute(print(chatsQuery), variables)
  expect(errors).toBeUndefined()
  expect((data as Data).chats.edges).toHaveLength(1)
})

test('closed chats are in the order of their last activity, whenever they were closed, page by page', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const ids = new Map<string, string>()
  for (const visitor of ['ann', 'ben', 'cid']) {
    await desk.say(visitor, 'Hello')
    ids.set(visitor, (await desk.chatOf(visitor)).id)
  }
  await desk.say('ann', 'Are you there?')
  for (const visitor of ['cid', 'ann', 'ben']) await act(operator, 'closeChat', ids.get(visitor) ?? '')
  const query = `query ($after: String) {
    chats(view: CLOSED, first: 1, after: $after) { nodes { visitor { externalId } } pageInfo { endCursor } } }`
  const pages: string[] = []
  let after: string | null = null
  for (const _ of ids) {
    const { data } = (await operator.execute(query, { after })) as { data: Data }
    pages.push(...data.chats.nodes.map(({ visitor }: Data) => visitor.externalId))
    after = data.chats.pageInfo.endCursor
  }
  expect(pages).toEqual(['ann', 'cid', 'ben'])
})
