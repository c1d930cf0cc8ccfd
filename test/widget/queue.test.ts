import { afterAll, beforeAll, expect, test } from 'vitest'
import { findQueuePosition } from '../../server/domain/visits/chat/find-queue-position.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { openDesk, type Person } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { makeWidget, openBrowser, openWidgetFeed, pollEvents, write } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  // By the news alone: what looks for lost ones comes later than any test ends.
  app = await startTestApp({ queueLookMs: 3_600_000 })
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

/** An operator is connected; resolves with what disconnects them. */
async function beThere({ viewer: { accountId, userId, sessionId } }: Person) {
  const { counted, leave } = app.services.presence.connect({ accountId, userId, sessionId: sessionId ?? '' })
  await counted
  return leave
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
  await mutate(operator.execute, 'acceptChat', { chatId: first.id })
  await feed.waitFor('VisitQueueMoved', ({ queuePosition }) => queuePosition === 2)
  await mutate(operator.execute, 'closeChat', { chatId: second.id })
  await feed.waitFor('VisitQueueMoved', ({ queuePosition }) => queuePosition === 1)
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

test('whoever waits is told at once when an operator leaves a chat, which comes back before theirs', async () => {
  const { waiting, operator } = await openQueue(2)
  const [first, second] = waiting
  if (!first || !second) throw new Error('Two wait.')
  await mutate(operator.execute, 'acceptChat', { chatId: first.id })
  const feed = await openWidgetFeed(app.url, second.browser.token)
  await feed.waitFor('VisitQueueMoved', ({ queuePosition }) => queuePosition === 1)
  await mutate(operator.execute, 'leaveChat', { chatId: first.id })
  await feed.waitFor('VisitQueueMoved', ({ queuePosition }) => queuePosition === 2)
  await feed.close()
})

test('whoever waits is told that all are busy while everybody who is available has as many chats as they may', async () => {
  const { desk, waiting, operator } = await openQueue(2)
  const [first, second] = waiting
  if (!first || !second) throw new Error('Two wait.')
  const { accountId, userId } = operator.viewer
  await app.services.db.user.update({ where: { id: userId }, data: { maxChats: 1 } })
  const leave = await beThere(operator)
  const feed = await openWidgetFeed(app.url, second.browser.token)
  await feed.waitFor('VisitQueueMoved', ({ queuePosition, isBusy }) => queuePosition === 2 && !isBusy)
  // Who is only offered a chat is not busy yet.
  const offer = await app.services.db.chatInvitation.create({
    data: {
      accountId,
      chatId: first.chatId,
      fromUserId: userId,
      toUserId: userId,
      kind: 'JOIN',
      routedBy: 'LEAST_BUSY',
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  })
  const early = await pollEvents(second.browser, second.browser.started.visit.eventCursor)
  expect(early).toContainEqual(expect.objectContaining({ queuePosition: 2, isBusy: false }))
  await app.services.db.chatInvitation.delete({ where: { id: offer.id } })
  await mutate(operator.execute, 'acceptChat', { chatId: first.id })
  await feed.waitFor('VisitQueueMoved', ({ queuePosition, isBusy }) => queuePosition === 1 && isBusy)
  const polled = await pollEvents(second.browser, second.browser.started.visit.eventCursor)
  expect(polled).toContainEqual(expect.objectContaining({ queuePosition: 1, isBusy: true }))
  // Busy is not away.
  await expect.poll(async () => (await fetch(`${app.url}${desk.channel.path}/status`)).text()).toBe('1')
  await mutate(operator.execute, 'closeChat', { chatId: first.id })
  await feed.waitFor('VisitQueueMoved', ({ queuePosition, isBusy }) => queuePosition === 1 && !isBusy)
  await feed.close()
  await leave('once')
})

test('whoever waits is told at once when the last who is free takes a chat of another channel, when a colleague comes, is away and goes, and when that chat ends', async () => {
  const { desk, waiting, operator, publicId } = await openQueue(1)
  const [first] = waiting
  if (!first) throw new Error('One waits.')
  const colleague = desk.admin
  const { db } = app.services
  const { id: channelId } = await db.channel.findFirstOrThrow({ where: { publicId } })
  await db.channelOperator.create({ data: { channelId, userId: colleague.user.id } })
  await db.user.update({ where: { id: operator.user.id }, data: { maxChats: 1 } })
  const leave = await beThere(operator)
  await desk.say(0, 'Hello')
  const { id } = await desk.chatOf(0)
  const feed = await openWidgetFeed(app.url, first.browser.token)
  const busy = () =>
    feed.events.flatMap((event) => (event.__typename === 'VisitQueueMoved' ? [event.isBusy] : []))
  await until(() => expect(busy()).toEqual([false]))
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  await until(() => expect(busy()).toEqual([false, true]))
  const colleagueLeaves = await beThere(colleague)
  await until(() => expect(busy()).toEqual([false, true, false]))
  await mutate(colleague.execute, 'setAvailability', { available: false })
  await until(() => expect(busy()).toEqual([false, true, false, true]))
  await mutate(colleague.execute, 'setAvailability', { available: true })
  await until(() => expect(busy()).toEqual([false, true, false, true, false]))
  await colleagueLeaves('once')
  await until(() => expect(busy()).toEqual([false, true, false, true, false, true]))
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
  await until(() => expect(busy()).toEqual([false, true, false, true, false, true, false]))
  await feed.close()
  await leave('once')
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

test('the place that is told live is the one that a chat is read with', async () => {
  const { services } = app
  const { account, operators } = await openDesk(app)
  const departments = await Promise.all(
    ['Sales', 'Support'].map((name, index) =>
      services.db.department.create({ data: { accountId: account.id, name, number: 100 + index } }),
    ),
  )
  const operatorIds = [operators[0].user.id]
  const { id: channelId, publicId } = await makeWidget(services, { accountId: account.id, operatorIds })
  for (let index = 0; index < 6; index++) await write(await openBrowser(app.url, publicId), 'Hello')
  const opened = await services.db.chat.findMany({ where: { channelId }, orderBy: { number: 'asc' } })
  const queuedAt = new Date()
  for (const [index, { id }] of opened.entries()) {
    const departmentId = departments[index % 3]?.id ?? null
    await services.db.chat.update({ where: { id }, data: { departmentId, queuedAt } })
  }
  const chats = await services.db.chat.findMany({ where: { channelId } })
  const read = await Promise.all(
    chats.map(async (chat) => [chat.id, await findQueuePosition(services, chat)] as const),
  )
  expect(read.map(([, position]) => position).toSorted()).toEqual([1, 1, 1, 2, 2, 2])
  const told = new Map<string, number>()
  const stops = chats.map(({ accountId, visitorId }) =>
    services.queuePositions.follow({ accountId, channelId, visitorId }, ({ chatId, position }) =>
      told.set(chatId, position),
    ),
  )
  await expect.poll(() => told).toEqual(new Map(read))
  for (const stop of stops) stop()
})

test('the place in the queue costs as many statements for six news of a chat as for one', async () => {
  const cost = async (ratings: number) => {
    const { waiting } = await openQueue(1)
    const [{ browser }] = waiting as [(typeof waiting)[0]]
    for (let time = 0; time < ratings; time++)
      await mutate(browser.execute, 'rateVisit', { rating: time % 2 ? 'POSITIVE' : 'NEGATIVE' })
    const statements = await recordStatements(async () => {
      const events = await pollEvents(browser, browser.started.visit.eventCursor)
      const places = events.flatMap(({ chat }) => (chat ? [chat.queuePosition] : []))
      expect(places).toEqual(Array.from({ length: ratings + 1 }, () => 1))
    })
    return statements.filter((sql) => sql.includes('"Chat"')).length
  }
  expect(await cost(6)).toBe(await cost(1))
})
