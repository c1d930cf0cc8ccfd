import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChatLog } from '../../server/domain/mail/find-chat-log.ts'
import { readChatLog } from '../../server/domain/webhooks/payloads/chat-log.ts'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import {
  type Browser,
  makeWidget,
  openBrowser,
  openWidgetFeed,
  pollEvents,
  write,
} from '../support/widget.ts'

let app: TestApp
let desk: Desk
let widget: Channel
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app, { operators: 2 })
  widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: desk.operators.map(({ user }) => user.id),
  })
})
afterAll(() => app.close())

const CHANGED = 'message { uuid seq text editedAt deletedAt editableUntil }'

const edit = ({ execute }: Person, id: string, text: string, mentionedIds: string[] = []): Promise<Data> =>
  mutate(execute, 'editMessage', { id: globalId('Message', id), text, mentionedIds }, CHANGED)

const remove = ({ execute }: Person, id: string): Promise<Data> =>
  mutate(execute, 'deleteMessage', { id: globalId('Message', id) }, CHANGED)

/** What a visitor who loads the page again reads. */
async function visitOf({ execute }: Browser): Promise<Data> {
  const { data } = await execute(
    `{ visit { unreadCount history(last: 10) { messages {
      id seq text editedAt deletedAt file { url } location { latitude } } } } }`,
  )
  return data.visit
}

/** A visitor on the website, and an operator who has answered them. */
async function answered(text = 'We close at five') {
  const [dora] = desk.operators
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Until when are you open?')
  const id = await reply(dora, chatId, text)
  return { browser, dora, chatId, id }
}

test('an edited reply is new for the visitor at once, in a poll, and after a reload', async () => {
  const { browser, dora, id } = await answered()
  const after = browser.started.visit.eventCursor
  const feed = await openWidgetFeed(app.url, browser.token, { after })
  const { message, userErrors } = await edit(dora, id, 'We close at six')
  expect(userErrors).toEqual([])
  expect(message).toMatchObject({ uuid: id, text: 'We close at six', deletedAt: null })
  const told = await feed.waitFor('VisitMessageChanged')
  expect(told).toMatchObject({
    message: { id, text: 'We close at six', editedAt: message.editedAt },
    unreadCount: 1,
  })
  const polled = await pollEvents(browser, after)
  expect(polled.filter(({ __typename }) => __typename === 'VisitMessageChanged')).toMatchObject([
    { message: { id, text: 'We close at six' } },
  ])
  const { history } = await visitOf(browser)
  expect(history.messages.at(-1)).toMatchObject({ id, text: 'We close at six', editedAt: message.editedAt })
  expect(feed.errors).toEqual([])
  await feed.close()
})

test('a deleted reply keeps its place without content, and no longer counts as unread', async () => {
  const { browser, dora, chatId, id } = await answered()
  const feed = await openWidgetFeed(app.url, browser.token, { after: browser.started.visit.eventCursor })
  expect((await visitOf(browser)).unreadCount).toBe(1)
  const { message } = await remove(dora, id)
  expect(message).toMatchObject({ text: null, editableUntil: null })
  const told = await feed.waitFor('VisitMessageChanged')
  expect(told).toMatchObject({ message: { id, text: null, deletedAt: message.deletedAt }, unreadCount: 0 })
  const { history, unreadCount } = await visitOf(browser)
  expect(unreadCount).toBe(0)
  expect(history.messages.at(-1)).toMatchObject({ id, text: null, deletedAt: message.deletedAt })
  const chat = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
  expect(chat.preview).toBe('Until when are you open?')
  await feed.close()
})

test('a deleted place says nothing of where it was, and the request that had sent it can be repeated', async () => {
  const { browser, dora, chatId } = await answered()
  const id = randomUUID()
  const location = { latitude: 52.5, longitude: 13.4 }
  const input = { idempotencyKey: id, chatId: globalId('Chat', chatId), location }
  await mutate(dora.execute, 'sendMessage', input, 'message { uuid }')
  await remove(dora, id)
  expect((await visitOf(browser)).history.messages.at(-1)).toMatchObject({ id, location: null })
  const again = await mutate(dora.execute, 'sendMessage', input, 'message { uuid }')
  expect(again).toMatchObject({ message: { uuid: id }, userErrors: [] })
})

test('logs for webhooks and by mail have the new text, and nothing of what was deleted', async () => {
  const { dora, chatId, id } = await answered()
  const wrong = await reply(dora, chatId, 'This was for another chat')
  await edit(dora, id, 'We close at six')
  await remove(dora, wrong)
  const said = ['Until when are you open?', 'We close at six']
  expect((await readChatLog(app.services.db, chatId)).map(({ text }) => text)).toEqual(said)
  const log = await findChatLog(app.services, { chatId, reader: 'visitor' })
  expect(log?.parts.flatMap((part) => (part.kind === 'entry' ? [part.text] : []))).toEqual(said)
})

test('the archive finds a reply by its present text only', async () => {
  const { dora, chatId, id } = await answered()
  const word = `w${randomUUID().replaceAll('-', '')}`
  await mutate(dora.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  await edit(dora, id, `It is ${word}`)
  const find = async () => {
    const { data } = await desk.admin.execute(
      `{ archivedChats(first: 5, search: "${word}") { nodes { chat { id } } } }`,
    )
    return data.archivedChats.nodes
  }
  expect(await find()).toEqual([{ chat: { id: globalId('Chat', chatId) } }])
  await remove(dora, id)
  expect(await find()).toEqual([])
})

test('only the author changes a reply, for 15 minutes, and it mentions nobody', async () => {
  const { dora, id } = await answered()
  const [, max] = desk.operators as [Person, Person]
  expect((await edit(max, id, 'No')).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
  expect((await edit(dora, id, ' ')).userErrors).toMatchObject([{ code: 'BLANK' }])
  expect((await edit(dora, id, 'No', [globalId('Operator', max.user.id)])).userErrors).toMatchObject([
    { code: 'INVALID', message: expect.stringContaining('mention') },
  ])
  const createdAt = new Date(Date.now() - 15 * 60_000 - 1)
  await app.services.db.message.update({ where: { id }, data: { createdAt } })
  expect((await edit(dora, id, 'Late')).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
  expect((await remove(dora, id)).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
})

test('what was sent to the visitor by mail cannot be taken back', async () => {
  const { dora, id } = await answered()
  await app.services.db.message.update({ where: { id }, data: { mailedAt: new Date() } })
  for (const { userErrors } of [await edit(dora, id, 'Changed'), await remove(dora, id)])
    expect(userErrors).toMatchObject([
      { code: 'NOT_EDITABLE', message: expect.stringContaining('by e-mail') },
    ])
})

test('what has left for a client’s server cannot be taken back, and the refusal says so', async () => {
  const [dora] = desk.operators
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const id = await reply(dora, (await desk.chatOf(visitor)).id, 'Hi')
  for (const { userErrors } of [await edit(dora, id, 'Changed'), await remove(dora, id)])
    expect(userErrors).toMatchObject([
      { code: 'NOT_EDITABLE', message: expect.stringContaining('client’s server') },
    ])
})
