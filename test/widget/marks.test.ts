import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { until } from '../support/until.ts'
import { type Browser, makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'

let app: TestApp
let desk: Desk
let widget: Channel
let operator: Person
beforeAll(async () => {
  app = await startTestApp({ presenceGraceMs: 50 })
  desk = await openDesk(app, { operators: 2 })
  const operatorIds = desk.operators.map(({ user }) => user.id)
  widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds })
  operator = desk.operators[0]
})
afterAll(() => app.close())

async function talk(): Promise<{ browser: Browser; chatId: string }> {
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Hello')
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', chatId) })
  return { browser, chatId }
}

const marksOf = async (chatId: string) => {
  const { deliveredSeq, seenSeq, lastSeq } = await app.services.db.chat.findUniqueOrThrow({
    where: { id: chatId },
  })
  return { deliveredSeq, seenSeq, lastSeq }
}

describe('what an operator writes', () => {
  test('is pending while the visitor is away, sent when a live connection gets it, read when it is seen', async () => {
    const { browser, chatId } = await talk()
    const screen = openFeed(app.url, { cookie: operator.cookie, after: '0' })
    await reply(operator, chatId, 'Are you there?')
    const { lastSeq } = await marksOf(chatId)
    expect(await marksOf(chatId)).toMatchObject({ deliveredSeq: 0, seenSeq: 0 })
    const feed = await openWidgetFeed(app.url, browser.token, { after: '0' })
    await expect.poll(() => marksOf(chatId)).toMatchObject({ deliveredSeq: lastSeq, seenSeq: 0 })
    await mutate(browser.execute, 'markMessagesSeen', { chatId, seq: 1_000_000 })
    expect(await marksOf(chatId)).toMatchObject({ deliveredSeq: lastSeq, seenSeq: lastSeq })
    await mutate(browser.execute, 'markMessagesSeen', { chatId, seq: 1 })
    expect(await marksOf(chatId)).toMatchObject({ seenSeq: lastSeq })
    await feed.waitFor('VisitMessagesSeen', ({ seq }) => seq === lastSeq)
    const types = () => screen.events.map(({ __typename }) => __typename)
    await expect.poll(types).toContain('MessagesSeen')
    expect(types().filter((type) => type === 'MessagesDelivered')).toHaveLength(1)
    await Promise.all([feed.close(), screen.close()])
  })

  test('is sent when a widget without a connection fetches it, too, and counts as unread until it is seen', async () => {
    const { browser, chatId } = await talk()
    await reply(operator, chatId, 'One')
    await reply(operator, chatId, 'Two')
    const { lastSeq } = await marksOf(chatId)
    const count = async () => (await browser.execute('{ visit { unreadCount } }')).data.visit.unreadCount
    expect(await count()).toBe(2)
    expect(await marksOf(chatId)).toMatchObject({ deliveredSeq: 0 })
    await browser.execute('{ visit { history { messages { id } } } }')
    expect(await marksOf(chatId)).toMatchObject({ deliveredSeq: lastSeq, seenSeq: 0 })
    await mutate(browser.execute, 'markMessagesSeen', { chatId, seq: lastSeq })
    expect(await count()).toBe(0)
  })

  test('in a chat that was closed is read, too, when something later is seen', async () => {
    const { browser, chatId } = await talk()
    await reply(operator, chatId, 'An answer that nobody looks at')
    await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
    const next = await write(browser, 'One more thing')
    await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', next.chatId) })
    await reply(operator, next.chatId, 'Yes?')
    const unread = async () => (await browser.execute('{ visit { unreadCount } }')).data.visit.unreadCount
    expect(await unread()).toBe(2)
    await mutate(browser.execute, 'markMessagesSeen', { chatId, seq: 1 })
    expect(await unread()).toBe(2)
    await mutate(browser.execute, 'markMessagesSeen', { chatId: next.chatId, seq: 1_000_000 })
    expect(await unread()).toBe(0)
  })

  test('has no delivery of its own in the outbox: that is for clients', async () => {
    const { chatId } = await talk()
    const id = await reply(operator, chatId, 'Hello')
    expect(await app.services.db.outboxItem.count({ where: { messageId: id } })).toBe(0)
  })
})

test('the visitor learns how far an operator of the chat has read, not how far an onlooker has', async () => {
  const { browser, chatId } = await talk()
  await write(browser, 'One more')
  const feed = await openWidgetFeed(app.url, browser.token, { after: '0' })
  const id = globalId('Chat', chatId)
  const { lastSeq } = await marksOf(chatId)
  await mutate((desk.operators[1] as Person).execute, 'markChatRead', { chatId: id, seq: lastSeq })
  await feed.waitFor('VisitMessagesRead', ({ seq }) => seq === 0)
  await mutate(operator.execute, 'markChatRead', { chatId: id, seq: lastSeq })
  await feed.waitFor('VisitMessagesRead', ({ seq }) => seq === lastSeq)
  const { data } = await browser.execute('{ visit { chat { lastReadByOperatorSeq } } }')
  expect(data.visit.chat.lastReadByOperatorSeq).toBe(lastSeq)
  await feed.close()
})

test('both see the other type', async () => {
  const { browser, chatId } = await talk()
  const feed = await openWidgetFeed(app.url, browser.token, { after: '0' })
  await feed.waitFor('VisitMessageCreated')
  const screen = openSocket(app.url, { cookie: operator.cookie })
  const signals = screen.collect('subscription { signals { ... on TypingChanged { typing } } }')
  await screen.execute('{ viewer { email } }')
  await mutate(operator.execute, 'setTyping', { chatId: globalId('Chat', chatId), typing: true })
  const { operator: who } = await feed.waitFor('VisitTypingChanged', ({ typing }) => typing)
  expect(who.name).toBe(operator.user.name)
  // The screen may not listen yet.
  await until(async () => {
    await mutate(browser.execute, 'setVisitorTyping', { typing: true })
    expect(signals).toContainEqual({ signals: { typing: true } })
  })
  await Promise.all([feed.close(), screen.close()])
})

test('who waits knows their place in the queue, by department', async () => {
  const queued = await makeWidget(app.services, { accountId: desk.account.id })
  const { number } = await app.services.db.department.create({
    data: { accountId: desk.account.id, name: 'Returns', number: 7 },
  })
  const browsers = await Promise.all([1, 2, 3].map(() => openBrowser(app.url, queued.publicId)))
  for (const browser of browsers.slice(0, 2)) await write(browser, 'Hello')
  await write(browsers[2] as Browser, 'Hello', { department: number })
  const places = await Promise.all(
    browsers.map(
      async ({ execute }) => (await execute('{ visit { chat { queuePosition } } }')).data.visit.chat,
    ),
  )
  expect(places.map(({ queuePosition }) => queuePosition)).toEqual([1, 2, 1])
  const wrong = await mutate((await openBrowser(app.url, queued.publicId)).execute, 'sendVisitorMessage', {
    idempotencyKey: crypto.randomUUID(),
    text: 'x',
    department: 99,
  })
  expect(wrong.userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['input', 'department'] }])
})

test('the widget learns when somebody is there and when nobody is any more', async () => {
  const alone = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: [(desk.operators[1] as Person).user.id],
  })
  const browser = await openBrowser(app.url, alone.publicId)
  expect(browser.started.visit.widget.online).toBe(false)
  const feed = await openWidgetFeed(app.url, browser.token, { after: '0' })
  const other = await openBrowser(app.url, alone.publicId)
  const second = await openWidgetFeed(app.url, other.token, { after: '0' })
  // What it is now must be known here before it can change.
  await expect.poll(() => app.services.widgetStatus.knows(alone.id)).toBe(true)
  const screen = openSocket(app.url, { cookie: (desk.operators[1] as Person).cookie })
  for (const each of [feed, second]) await each.waitFor('WidgetStatusChanged', ({ online }) => online)
  await screen.close()
  await feed.waitFor('WidgetStatusChanged', ({ online }) => !online)
  await Promise.all([feed.close(), second.close()])
})
