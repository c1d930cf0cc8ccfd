import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { openDesk, type Person, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'

let installation: Installation
beforeEach(async () => {
  installation = await openInstallation()
})
afterEach(() => installation.close())

const CHATS = 12
const GONE_FOR_MS = 240_000

test('chats that were left alone wait again, each once, also when a worker is killed in the middle of it', async () => {
  const { app, start } = installation
  const { db } = app.services
  const desk = await openDesk(app, { operators: 2 })
  const [first, second] = desk.operators as [Person, Person]
  const people = desk.operators.map(({ user }) => user.id)
  const visitors = Array.from({ length: CHATS }, () => randomUUID())
  for (const visitor of visitors) {
    await desk.say(visitor, 'Hello')
    const { id } = await desk.chatOf(visitor)
    await reply(first, id, 'Hi')
    await mutate(second.execute, 'joinChat', { chatId: globalId('Chat', id) })
    await desk.say(visitor, 'Are you there?')
  }
  const at = new Date(Date.now() - GONE_FOR_MS)
  const where = { accountId: desk.account.id }
  await db.user.updateMany({ where: { id: { in: people } }, data: { goneAt: at } })
  await db.chatMember.updateMany({ where: { chat: where }, data: { joinedAt: at } })
  const later = { joinedAt: new Date(at.getTime() + 1_000) }
  await db.chatMember.updateMany({ where: { chat: where, userId: second.user.id }, data: later })
  await db.message.updateMany({ where: { ...where, author: 'OPERATOR' }, data: { createdAt: at } })
  const returned = () => db.chat.count({ where: { ...where, leftAloneAt: { not: null } } })
  const chats = await db.chat.findMany({ where, orderBy: { id: 'desc' } })
  const held = chats[CHATS / 2]
  if (!held) throw new Error('There are chats.')

  // The sweep takes the latest first: it gets half way, and waits when it has taken a chat from one operator and not yet
  // from the other.
  const member = Prisma.sql`
    SELECT 1 FROM "ChatMember" WHERE "chatId" = ${held.id}::uuid AND "userId" = ${second.user.id}::uuid FOR UPDATE`
  await whileHeld(db, member, async () => {
    const worker = await start('worker')
    await until(async () => expect(await returned()).toBe(CHATS / 2))
    await untilLocked(db, 'ChatMember')
    await worker.end('SIGKILL')
  })
  expect(await returned()).toBe(CHATS / 2)
  await Promise.all([start('worker'), start('worker')])
  await until(async () => expect(await returned()).toBe(CHATS))

  const notices = await db.message.findMany({ where: { ...where, type: 'NOTICE' } })
  const left = notices.filter(({ notice }) => (notice as { kind: string }).kind === 'LEFT_ALONE')
  const told = left.map(({ chatId, notice }) => `${chatId} ${(notice as { actorId: string }).actorId}`)
  expect(told.sort()).toEqual(chats.flatMap(({ id }) => people.map((userId) => `${id} ${userId}`)).sort())
  expect(await db.event.count({ where: { ...where, kind: 'OPERATOR_LEFT' } })).toBe(CHATS * people.length)
  for (const { id, queuedAt } of chats)
    expect(await db.chat.findUnique({ where: { id } })).toMatchObject({ status: 'QUEUED', queuedAt })
})
