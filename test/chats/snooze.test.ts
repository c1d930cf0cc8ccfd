import { afterAll, beforeAll, expect, test } from 'vitest'
import { returnSnoozedChats } from '../../server/domain/chats/return-snoozed-chats.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { breakChat } from '../support/break-chat.ts'
import { openDesk, type Person, reply } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { makeChats } from '../support/make-chats.ts'
import { untilLocked } from '../support/until-locked.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** An operator's chat with a visitor, `v`. */
async function openChat() {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await reply(anna, id, 'I will ask my colleague')
  return { desk, anna, ben, id, chatId: globalId('Chat', id) }
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

async function snooze({ execute }: Person, chatId: string, until: string | null = inAnHour()): Promise<Data> {
  return mutate(execute, 'snoozeChat', { chatId, until }, 'chat { snoozedAt snoozedUntil status }')
}

async function viewsOf({ execute }: Person): Promise<string[]> {
  const views = ['WAITING', 'MINE', 'ALL', 'SNOOZED']
  const fields = views.map((view) => `${view}: chats(view: ${view}) { nodes { id } }`).join(' ')
  const { data } = await execute(`{ ${fields} }`)
  return views.filter((view) => data[view].nodes.length > 0)
}

async function noticesIn(chatId: string): Promise<string[]> {
  const messages = await app.services.db.message.findMany({
    where: { chatId, type: 'NOTICE' },
    orderBy: { seq: 'asc' },
  })
  return messages
    .map(({ notice }) => (notice as { kind: string }).kind)
    .filter((kind) => kind.startsWith('SNOOZE'))
}

async function makeDue(id: string): Promise<void> {
  await app.services.db.chat.update({ where: { id }, data: { snoozedUntil: new Date(Date.now() - 1000) } })
}

test('a snoozed chat leaves the views of everybody, and comes back at its time exactly once', async () => {
  const { anna, ben, id, chatId } = await openChat()
  const until = inAnHour()
  expect(await viewsOf(anna)).toEqual(['MINE', 'ALL'])
  const { chat } = await snooze(anna, chatId, until)
  expect(chat).toEqual({ snoozedAt: expect.any(String), snoozedUntil: until, status: 'ACTIVE' })
  expect(await viewsOf(anna)).toEqual(['SNOOZED'])
  expect(await viewsOf(ben)).toEqual(['SNOOZED'])
  await returnSnoozedChats(app.services)
  expect(await viewsOf(anna)).toEqual(['SNOOZED'])
  await makeDue(id)
  // Two workers sweep at once.
  await Promise.all([returnSnoozedChats(app.services), returnSnoozedChats(app.services)])
  await returnSnoozedChats(app.services)
  expect(await viewsOf(anna)).toEqual(['MINE', 'ALL'])
  expect(await noticesIn(id)).toEqual(['SNOOZED', 'SNOOZE_ENDED'])
  expect(await app.services.db.event.count({ where: { chatId: id, kind: 'CHAT_UNSNOOZED' } })).toBe(1)
})

test('a chat that is snoozed again while the sweep waits for it does not come back', async () => {
  const { anna, id, chatId } = await openChat()
  await snooze(anna, chatId)
  await makeDue(id)
  const { db } = app.services
  let sweep: Promise<void> | undefined
  await db.$transaction(async (tx) => {
    await tx.chat.update({ where: { id }, data: { snoozedUntil: inAnHour() } })
    sweep = returnSnoozedChats(app.services)
    await untilLocked(db, 'FOR NO KEY UPDATE')
  })
  await sweep
  expect(await viewsOf(anna)).toEqual(['SNOOZED'])
  expect(await noticesIn(id)).toEqual(['SNOOZED'])
})

test('a chat that cannot return at the moment keeps no other from it, and returns later', async () => {
  const [broken, other] = [await openChat(), await openChat()]
  for (const { anna, id, chatId } of [other, broken]) {
    await snooze(anna, chatId)
    await makeDue(id)
  }
  const mend = await breakChat(app.services.db, broken.id)
  await returnSnoozedChats(app.services)
  expect([await viewsOf(broken.anna), await viewsOf(other.anna)]).toEqual([['SNOOZED'], ['MINE', 'ALL']])
  await mend()
  await returnSnoozedChats(app.services)
  expect(await viewsOf(broken.anna)).toEqual(['MINE', 'ALL'])
})

test('hundreds of chats that return for one account keep no other’s from it', async () => {
  const other = await openChat()
  await snooze(other.anna, other.chatId)
  await makeDue(other.id)
  const many = await openDesk(app)
  const now = new Date()
  await makeChats(app.services.db, many, 200, { snoozedAt: now, snoozedUntil: now })
  await returnSnoozedChats(app.services)
  expect(await viewsOf(other.anna)).toEqual(['MINE', 'ALL'])
})

test('the visitor’s message ends a snooze, also one without a time, and the messages stay in order', async () => {
  const { desk, anna, id, chatId } = await openChat()
  for (const until of [null, inAnHour()]) {
    await snooze(anna, chatId, until)
    expect(await viewsOf(anna)).toEqual(['SNOOZED'])
    await Promise.all([desk.say('v', 'One more thing'), desk.say('v', 'And another')])
    expect(await viewsOf(anna)).toEqual(['MINE', 'ALL'])
  }
  expect(await noticesIn(id)).toEqual(['SNOOZED', 'SNOOZE_ENDED', 'SNOOZED', 'SNOOZE_ENDED'])
  const messages = await app.services.db.message.findMany({ where: { chatId: id }, orderBy: { seq: 'asc' } })
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
})

test('a reply does not end a snooze, and an operator can end it', async () => {
  const { anna, id, chatId } = await openChat()
  await snooze(anna, chatId)
  await reply(anna, id, 'Still looking')
  expect(await viewsOf(anna)).toEqual(['SNOOZED'])
  const { chat } = await mutate(anna.execute, 'unsnoozeChat', { chatId }, 'chat { snoozedAt }')
  expect(chat).toEqual({ snoozedAt: null })
  expect(await viewsOf(anna)).toEqual(['MINE', 'ALL'])
  await mutate(anna.execute, 'unsnoozeChat', { chatId })
  expect(await noticesIn(id)).toEqual(['SNOOZED', 'SNOOZE_ENDED'])
})

test('whoever waits is not snoozed: a chat that is left, taken over or closed is no longer', async () => {
  const { anna, ben, id, chatId } = await openChat()
  const stateOf = () => app.services.db.chat.findUniqueOrThrow({ where: { id } })
  await snooze(anna, chatId)
  await mutate(anna.execute, 'leaveChat', { chatId })
  expect(await stateOf()).toMatchObject({ status: 'QUEUED', snoozedAt: null, snoozedUntil: null })
  expect((await snooze(anna, chatId)).userErrors).toMatchObject([{ code: 'NOT_IN_CHAT' }])
  await mutate(anna.execute, 'acceptChat', { chatId })
  await snooze(anna, chatId)
  expect((await snooze(ben, chatId)).userErrors).toMatchObject([{ code: 'NOT_IN_CHAT' }])
  await mutate(ben.execute, 'joinChat', { chatId })
  expect(await stateOf()).toMatchObject({ snoozedAt: null })
  await snooze(ben, chatId)
  await mutate(ben.execute, 'closeChat', { chatId })
  expect(await stateOf()).toMatchObject({ status: 'CLOSED', snoozedAt: null, snoozedUntil: null })
  expect((await snooze(ben, chatId)).userErrors).toMatchObject([{ code: 'CHAT_CLOSED' }])
})

test.each([
  ['the past', -60_000],
  ['more than a year from now', 400 * 86_400_000],
])('a chat is not snoozed until %s', async (_when, ms) => {
  const { anna, chatId } = await openChat()
  const { userErrors } = await snooze(anna, chatId, new Date(Date.now() + ms).toISOString())
  expect(userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'until'] }])
  expect(await viewsOf(anna)).toEqual(['MINE', 'ALL'])
})
