import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, type Person } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A visitor of a website whose message nobody has read, and two operators. */
async function openStage() {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const operatorIds = [dora, max].map(({ user }) => user.id)
  const widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds })
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Hello')
  await mutate(dora.execute, 'acceptChat', { chatId: globalId('Chat', chatId) })
  return { dora, max, browser, chatId: globalId('Chat', chatId) }
}

const markOf = async ({ execute }: Person, chatId: string): Promise<Data> =>
  (await execute(`{ chat(by: { id: "${chatId}" }) { viewerLastReadSeq viewerMarkedUnread } }`)).data.chat

const read = ({ execute }: Person, chatId: string, seq: number) =>
  mutate(execute, 'markChatRead', { chatId, seq })

const EVENTS = `subscription ($after: String) {
  events(after: $after) { __typename id cursor ... on ChatEvent { in: chat { id } } ... on ChatRead { lastReadSeq } } }`

test('a chat that is marked as unread counts as such for its operator until they read it again, on every screen', async () => {
  const { dora, max, chatId } = await openStage()
  await read(dora, chatId, 1)
  const screen = openFeed(app.url, { cookie: dora.cookie, query: EVENTS, after: '0' })
  const { userErrors, chat } = await mutate(
    dora.execute,
    'markChatUnread',
    { chatId },
    'chat { viewerMarkedUnread }',
  )
  expect([userErrors, chat]).toEqual([[], { viewerMarkedUnread: true }])
  expect((await screen.waitFor(({ kind }) => kind === 'CHAT_MARKED_UNREAD')).chatId).toBe(chatId)
  // How far they have read stays as it is: the visitor was told.
  expect(await markOf(dora, chatId)).toEqual({ viewerLastReadSeq: 1, viewerMarkedUnread: true })
  expect(await markOf(max, chatId)).toEqual({ viewerLastReadSeq: 0, viewerMarkedUnread: false })

  const reads = () => screen.events.filter(({ kind }) => kind === 'CHAT_READ').length
  const before = reads()
  await read(dora, chatId, 1)
  await expect.poll(reads).toBe(before + 1)
  expect(await markOf(dora, chatId)).toEqual({ viewerLastReadSeq: 1, viewerMarkedUnread: false })
  await screen.close()
})

test('neither the visitor nor a colleague learns that a chat was marked as unread, and read again', async () => {
  const { dora, max, browser, chatId } = await openStage()
  await read(dora, chatId, 1)
  const [ofVisitor, ofMax] = [
    await openWidgetFeed(app.url, browser.token, { after: '0' }),
    openFeed(app.url, { cookie: max.cookie, query: EVENTS, after: '0' }),
  ]
  await mutate(dora.execute, 'markChatUnread', { chatId })
  await read(dora, chatId, 1)
  const input = { chatId, text: 'Hi', idempotencyKey: randomUUID() }
  await mutate(dora.execute, 'sendMessage', input)
  await ofVisitor.waitFor('VisitMessageCreated', ({ message }) => message.text === 'Hi')
  await ofMax.waitFor(({ kind }) => kind === 'MESSAGE_CREATED')
  expect(ofVisitor.events.filter(({ __typename }) => __typename === 'VisitMessagesRead')).toHaveLength(1)
  expect(ofMax.events.map(({ kind }) => kind)).not.toContain('CHAT_MARKED_UNREAD')
  expect(ofMax.events.map(({ kind }) => kind)).not.toContain('CHAT_READ')
  await Promise.all([ofVisitor.close(), ofMax.close()])
})

test('the visitor is not told that an operator has read on when only a note was new', async () => {
  const { dora, browser, chatId } = await openStage()
  await read(dora, chatId, 1)
  const note = { chatId, text: 'Ask the carrier', mentionedIds: [], idempotencyKey: randomUUID() }
  await mutate(dora.execute, 'writeNote', note)
  const feed = await openWidgetFeed(app.url, browser.token, { after: '0' })
  const screen = openFeed(app.url, { cookie: dora.cookie, query: EVENTS, after: '0' })
  await read(dora, chatId, 1_000)
  await write(browser, 'Are you there?')
  await feed.waitFor('VisitMessageCreated', ({ message }) => message.text === 'Are you there?')
  // Their own other screens are.
  await screen.waitFor(({ kind, lastReadSeq }) => kind === 'CHAT_READ' && lastReadSeq > 1)
  expect(feed.events.filter(({ __typename }) => __typename === 'VisitMessagesRead')).toHaveLength(1)
  await read(dora, chatId, 1_000)
  const reads = () => feed.events.filter(({ __typename }) => __typename === 'VisitMessagesRead')
  await expect.poll(reads).toHaveLength(2)
  await Promise.all([feed.close(), screen.close()])
})

test('several chats are marked as unread at once, and one that cannot be seen is refused alone', async () => {
  const { dora, chatId } = await openStage()
  const unknown = globalId('Chat', randomUUID())
  const { results } = await mutate(
    dora.execute,
    'markChatsUnread',
    { chatIds: [chatId, unknown, chatId] },
    'results { chat { viewerMarkedUnread } userErrors { code field } }',
  )
  expect(results).toEqual([
    { chat: { viewerMarkedUnread: true }, userErrors: [] },
    { chat: null, userErrors: [{ code: 'NOT_FOUND', field: ['input', 'chatIds', '1'] }] },
  ])
})
