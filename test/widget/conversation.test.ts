import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'

let app: TestApp
let desk: Desk
let widget: Channel
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: desk.operators.map(({ user }) => user.id),
  })
})
afterAll(() => app.close())

test('a visitor writes in the widget, an operator replies, and the visitor’s socket hears it', async () => {
  const [operator] = desk.operators
  const browser = await openBrowser(app.url, widget.publicId)
  const feed = await openWidgetFeed(app.url, browser.token, { after: browser.started.visit.eventCursor })
  const sent = await write(browser, 'Hello?')
  expect(sent).toMatchObject({ author: 'VISITOR', text: 'Hello?' })
  await feed.waitFor(
    'VisitChatChanged',
    ({ change, chat }) => change === 'CHAT_OPENED' && chat.status === 'QUEUED',
  )
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', sent.chatId) })
  const id = await reply(operator, sent.chatId, 'How can I help?')
  const came = await feed.waitFor('VisitMessageCreated', ({ message }) => message.author === 'OPERATOR')
  expect(came.message).toMatchObject({ id, text: 'How can I help?', operator: { name: operator.user.name } })
  expect(feed.errors).toEqual([])
  await feed.close()
})

test('the new name of an operator is in the open window of a visitor whom they answer', async () => {
  const { operators } = await openDesk(app)
  const [operator] = operators
  const own = await makeWidget(app.services, {
    accountId: operator.user.accountId,
    operatorIds: [operator.user.id],
  })
  const browser = await openBrowser(app.url, own.publicId)
  const feed = await openWidgetFeed(app.url, browser.token, { after: browser.started.visit.eventCursor })
  const { chatId } = await write(browser, 'Hello?')
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', chatId) })
  await mutate(operator.execute, 'updateProfile', { name: 'Dora Newly' })
  const { chat } = await feed.waitFor('VisitChatChanged', ({ change }) => change === 'CHAT_UPDATED')
  expect(chat.operators).toEqual([{ name: 'Dora Newly' }])
  await feed.close()
})

test('all visitors of a channel together send at most so many messages a second', async () => {
  const slow = await startTestApp({ variables: { CHANNEL_RATE_LIMIT: '3' } })
  try {
    const { account } = await openDesk(slow)
    const [busy, calm] = [
      await makeWidget(slow.services, { accountId: account.id }),
      await makeWidget(slow.services, { accountId: account.id }),
    ]
    const browsers = await Promise.all(Array.from({ length: 12 }, () => openBrowser(slow.url, busy.publicId)))
    // A machine that needs seconds for twelve messages tries again.
    await until(async () => {
      const answers = await Promise.all(
        browsers.map(({ execute }) =>
          mutate(execute, 'sendVisitorMessage', { idempotencyKey: randomUUID(), text: 'Hello' }),
        ),
      )
      const codes = answers.flatMap(({ userErrors }) => userErrors.map(({ code }: Data) => code))
      expect(new Set(codes)).toEqual(new Set(['RATE_LIMITED']))
      expect(codes.length).toBeGreaterThan(2)
    })
    await write(await openBrowser(slow.url, calm.publicId), 'Hello')
  } finally {
    await slow.close()
  }
})
