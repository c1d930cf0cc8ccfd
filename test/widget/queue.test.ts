import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { makeWidget, openBrowser, openWidgetFeed, pollEvents, write } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A widget for which so many wait, one after the other. */
async function openQueue(count: number) {
  const desk = await openDesk(app)
  const { publicId } = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: [desk.operators[0].user.id],
  })
  const waiting = []
  for (let index = 0; index < count; index++) {
    const browser = await openBrowser(app.url, publicId)
    const { chatId } = await write(browser, 'Hello')
    waiting.push({ browser, chatId, id: globalId('Chat', chatId) })
  }
  return { desk, waiting, publicId, operator: desk.operators[0] }
}

test('whoever waits sees their place in the queue move when others are taken or leave', async () => {
  const { waiting, operator, publicId } = await openQueue(3)
  const [first, second, third] = waiting
  if (!first || !second || !third) throw new Error('Three wait.')
  const idle = await openBrowser(app.url, publicId)
  const [feed, idleFeed] = await Promise.all([
    openWidgetFeed(app.url, third.browser.token),
    openWidgetFeed(app.url, idle.token),
  ])
  await feed.waitFor('VisitQueueMoved', ({ queuePosition }) => queuePosition === 3)
  const before = Date.now()
  await mutate(operator.execute, 'acceptChat', { chatId: first.id })
  await feed.waitFor('VisitQueueMoved', ({ queuePosition }) => queuePosition === 2)
  await mutate(operator.execute, 'closeChat', { chatId: second.id })
  await feed.waitFor('VisitQueueMoved', ({ queuePosition }) => queuePosition === 1)
  // By the news: what looks for lost ones comes every ten seconds.
  expect(Date.now() - before).toBeLessThan(5_000)
  const moved = feed.events.filter(({ __typename }) => __typename === 'VisitQueueMoved')
  expect(moved.map(({ chatId, queuePosition }) => [chatId, queuePosition])).toEqual([
    [third.chatId, 3],
    [third.chatId, 2],
    [third.chatId, 1],
  ])
  await idleFeed.waitFor('WidgetStatusChanged')
  expect(idleFeed.events.filter(({ __typename }) => __typename === 'VisitQueueMoved')).toEqual([])
  await Promise.all([feed.close(), idleFeed.close()])
})

test('what moved while a visitor was away is told when they are back, also to one who only asks', async () => {
  const { waiting, operator } = await openQueue(2)
  const [first, second] = waiting
  if (!first || !second) throw new Error('Two wait.')
  const { browser, chatId } = second
  const events = await pollEvents(browser, browser.started.visit.eventCursor)
  expect(events).toContainEqual(expect.objectContaining({ chatId, queuePosition: 2 }))
  await mutate(operator.execute, 'closeChat', { chatId: first.id })
  const after = events.at(-1)?.cursor
  expect(await pollEvents(browser, after)).toContainEqual(
    expect.objectContaining({ chatId, queuePosition: 1 }),
  )
  const feed = await openWidgetFeed(app.url, browser.token, { after })
  expect(await feed.waitFor('VisitQueueMoved')).toMatchObject({ chatId, queuePosition: 1 })
  await feed.close()
})
