import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, type Person, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { makeChats } from '../support/make-chats.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Holder = 'Channel' | 'Department' | 'Bot' | 'BotProvider' | 'User'

async function count({ execute }: Person, holder: Holder, id: string) {
  const of = globalId(holder === 'User' ? 'Operator' : holder, id)
  const { data } = await execute('query ($of: ID!) { openChatCount(of: $of) }', { of })
  return data?.openChatCount
}

/** A desk with a waiting chat, a chat of the first operator, and a closed one. */
async function openBusyDesk() {
  const desk = await openDesk(app, { operators: 2 })
  const [operator] = desk.operators
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const
  for (const id of ids) await desk.say(id, 'Hello')
  const [, mine, closed] = await Promise.all(ids.map((id) => desk.chatOf(id)))
  if (!mine || !closed) throw new Error('no chats')
  for (const chat of [mine, closed]) await reply(operator, chat.id, 'Hi')
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', closed.id) })
  return { desk, mine }
}

test('an admin learns how many open chats a channel has, and that many are closed with it', async () => {
  const { desk } = await openBusyDesk()
  const { account, admin, channel } = desk
  expect(await count(admin, 'Channel', channel.id)).toBe(2)
  const where = { accountId: account.id, status: 'CLOSED' as const }
  expect(await app.services.db.chat.count({ where })).toBe(1)
  await mutate(admin.execute, 'deleteChannel', { id: globalId('Channel', channel.id) })
  expect(await app.services.db.chat.count({ where })).toBe(3)
  expect(await count(admin, 'Channel', channel.id)).toBe(0)
})

test('the chats of a deleted channel are closed at most a hundred at a time, so that nobody waits for all of them', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  await makeChats(db, desk, 150)
  await mutate(desk.admin.execute, 'deleteChannel', { id: globalId('Channel', desk.channel.id) })
  const closed = await db.event.groupBy({
    by: 'txid',
    where: { accountId: desk.account.id, kind: 'CHAT_CLOSED' },
    orderBy: { txid: 'asc' },
    _count: true,
  })
  expect(closed.map(({ _count }) => _count)).toEqual([100, 50])
})

test('and how many an operator is in, and a department has', async () => {
  const { desk, mine } = await openBusyDesk()
  const [operator, other] = desk.operators as [Person, Person]
  expect(await count(desk.admin, 'User', operator.user.id)).toBe(1)
  expect(await count(desk.admin, 'User', other.user.id)).toBe(0)
  const { department } = await mutate(
    desk.admin.execute,
    'createDepartment',
    { name: 'Sales', memberIds: [] },
    'department { id }',
  )
  const [, id = ''] = Buffer.from(department.id, 'base64').toString().split(':')
  expect(await count(desk.admin, 'Department', id)).toBe(0)
  await app.services.db.chat.update({ where: { id: mine.id }, data: { departmentId: id } })
  expect(await count(desk.admin, 'Department', id)).toBe(1)
})

test('and how many a bot and its provider answer', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const accountId = desk.account.id
  const provider = await db.botProvider.create({
    data: {
      accountId,
      name: 'P',
      publicId: randomUUID(),
      endpointUrl: 'http://127.0.0.1:9/',
      profile: 'SEED',
    },
  })
  const bot = await db.bot.create({
    data: {
      accountId,
      providerId: provider.id,
      name: 'B',
      tokenHash: Buffer.from(randomUUID()),
      tokenEncrypted: Buffer.from('x'),
    },
  })
  for (const id of ['a', 'b']) await desk.say(id, 'Hello')
  const held = await desk.chatOf('a')
  await db.chat.update({ where: { id: held.id }, data: { botId: bot.id, status: 'BOT' } })
  expect(await count(desk.admin, 'Bot', bot.id)).toBe(1)
  expect(await count(desk.admin, 'BotProvider', provider.id)).toBe(1)
})

test('operators are not told, and admins of other accounts count nothing', async () => {
  const { desk } = await openBusyDesk()
  const other = await openDesk(app)
  expect(await count(desk.operators[0], 'Channel', desk.channel.id)).toBeNull()
  expect(await count(other.admin, 'Channel', desk.channel.id)).toBe(0)
})
