import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { openClientServer, settled } from '../support/client-server.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'
import { closeChat, openCrm } from '../webhooks/support.ts'

let app: TestApp
beforeAll(async () => {
  app = await startSwitchboard()
})
afterAll(() => app.close())

const PAYLOAD = `chat { id number status operators { name } continuedChat { id continuedBy { id } } }
  message { uuid text }`

function startChat(person: Person, visitorId: string, input: object = {}): Promise<Data> {
  const given = {
    idempotencyKey: randomUUID(),
    visitorId: globalId('Visitor', visitorId),
    text: 'Hello again',
    ...input,
  }
  return mutate(person.execute, 'startChat', given, PAYLOAD)
}

/** A visitor of the chat channel whose chat is over. */
async function knownVisitor(
  desk: Desk,
  key: string = randomUUID(),
): Promise<{ visitorId: string; chatId: string }> {
  await desk.say(key, 'Hello')
  const chat = await desk.chatOf(key)
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', chat.id) })
  return { visitorId: chat.visitorId, chatId: chat.id }
}

const messagesOf = (visitorId: string) =>
  app.services.db.message.findMany({
    where: { chat: { visitorId } },
    orderBy: [{ createdAt: 'asc' }, { seq: 'asc' }],
  })

test('an operator writes to a visitor without an open chat: a new one is theirs, and the client gets the text', async () => {
  const { desk, receiver } = await openClientServer(app)
  const [operator] = desk.operators
  const { visitorId } = await knownVisitor(desk, 'v1')
  const { chat, message, userErrors } = await startChat(operator, visitorId)
  expect(userErrors).toEqual([])
  expect(chat).toMatchObject({
    status: 'ACTIVE',
    operators: [{ name: operator.user.name }],
    continuedChat: null,
  })
  await settled(app, message.uuid, 'SENT')
  expect(receiver.requests.map(({ json }) => json)).toMatchObject([
    { recipient: { id: 'v1' }, message: { text: 'Hello again' } },
  ])
  // What the visitor answers comes into the same chat.
  await desk.say('v1', 'Thank you')
  expect(globalId('Chat', (await desk.chatOf('v1')).id)).toBe(chat.id)
})

test('it is no acceptance for webhooks; its end is told as of every chat', async () => {
  const crm = await openCrm(app)
  const { desk } = crm
  const { visitorId } = await knownVisitor(desk)
  const { chat } = await startChat(desk.operators[0], visitorId)
  const { id } = await app.services.db.chat.findFirstOrThrow({ where: { visitorId, status: 'ACTIVE' } })
  await closeChat(crm, { id })
  await crm.waitFor('chat_finished', 2)
  expect(crm.bodies('chat_accepted')).toEqual([])
  expect(crm.bodies('chat_finished').at(-1)).toMatchObject({ chat_id: chat.number })
})

test('of five who write at once, one begins the chat, and the others are led to it without sending', async () => {
  const desk = await openDesk(app, { operators: 5 })
  const { visitorId } = await knownVisitor(desk)
  const started = await Promise.all(desk.operators.map((person) => startChat(person, visitorId)))
  expect(started.flatMap(({ userErrors }) => userErrors)).toEqual([])
  expect(new Set(started.map(({ chat }) => chat.id)).size).toBe(1)
  expect(started.filter(({ message }) => message)).toHaveLength(1)
  const sent = (await messagesOf(visitorId)).filter(({ author }) => author === 'OPERATOR')
  expect(sent).toHaveLength(1)
})

test('a repeated request returns what it has begun, and its key is refused for something else', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { visitorId } = await knownVisitor(desk)
  const idempotencyKey = randomUUID()
  const first = await startChat(operator, visitorId, { idempotencyKey })
  const again = await startChat(operator, visitorId, { idempotencyKey })
  expect(again).toEqual(first)
  expect(again.message.uuid).toBe(idempotencyKey)
  const other = await startChat(operator, visitorId, { idempotencyKey, text: 'Something else' })
  expect(other.userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }])
  const somebodyElse = await knownVisitor(desk)
  const elsewhere = await startChat(operator, somebodyElse.visitorId, { idempotencyKey })
  expect(elsewhere).toMatchObject({ chat: null, userErrors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] })
})

test('a closed chat that is continued stays closed, and the two link to each other', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { visitorId, chatId } = await knownVisitor(desk)
  const other = await knownVisitor(desk)
  const continuedChatId = globalId('Chat', chatId)
  const refused = await startChat(operator, visitorId, { continuedChatId: globalId('Chat', other.chatId) })
  expect(refused.userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['input', 'continuedChatId'] }])
  const { chat } = await startChat(operator, visitorId, { continuedChatId })
  expect(chat.continuedChat).toEqual({ id: continuedChatId, continuedBy: { id: chat.id } })
  const closed = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
  expect(closed.status).toBe('CLOSED')
})

test('a visitor of a website gets it while they are there; otherwise it is refused, and says why', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { account, admin } = desk
  const widget = await makeWidget(app.services, { accountId: account.id, operatorIds: [operator.user.id] })
  const browser = await openBrowser(app.url, widget.publicId)
  await write(browser, 'Hello')
  const { id: chatId, visitorId } = await app.services.db.chat.findFirstOrThrow({
    where: { channelId: widget.id },
  })
  await mutate(admin.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  const reason = async () => {
    const query = '($id: ID!) { node(id: $id) { ... on Visitor { unreachableReason } } }'
    const { data } = await operator.execute(`query ${query}`, { id: globalId('Visitor', visitorId) })
    return data.node.unreachableReason
  }
  expect((await startChat(operator, visitorId)).userErrors).toMatchObject([
    { code: 'VISITOR_UNREACHABLE', field: ['input', 'visitorId'] },
  ])
  expect(await reason()).toBe('NOT_ON_WEBSITE')

  const feed = await openWidgetFeed(app.url, browser.token)
  await expect.poll(reason).toBeNull()
  const { userErrors } = await startChat(operator, visitorId)
  expect(userErrors).toEqual([])
  const { message } = await feed.waitFor(
    'VisitMessageCreated',
    ({ message }) => message.author === 'OPERATOR',
  )
  expect(message).toMatchObject({ text: 'Hello again', operator: { name: operator.user.name } })
  await feed.close()
})

test('nobody writes to a blacklisted visitor, or to one whom they cannot see', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { visitorId } = await knownVisitor(desk)
  const stranger = await openDesk(app)
  const hidden = await startChat(stranger.admin, visitorId)
  expect(hidden.userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['input', 'visitorId'] }])
  await mutate(operator.execute, 'blacklistVisitor', { id: globalId('Visitor', visitorId), reason: 'Spam' })
  const refused = await startChat(operator, visitorId)
  expect(refused.userErrors).toMatchObject([{ code: 'VISITOR_UNREACHABLE' }])
  const blank = await startChat(operator, visitorId, { text: ' ' })
  expect(blank.userErrors).toMatchObject([{ code: 'BLANK', field: ['input', 'text'] }])
  expect((await messagesOf(visitorId)).filter(({ author }) => author === 'OPERATOR')).toEqual([])
})
