import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDesk, reply } from '../support/desk.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { until } from '../support/until.ts'

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
  const desk = await openDesk(app)
  const [{ user }] = desk.operators
  const visitors = Array.from({ length: CHATS }, () => randomUUID())
  for (const visitor of visitors) {
    await desk.say(visitor, 'Hello')
    await reply(desk.operators[0], (await desk.chatOf(visitor)).id, 'Hi')
    await desk.say(visitor, 'Are you there?')
  }
  const at = new Date(Date.now() - GONE_FOR_MS)
  const where = { accountId: desk.account.id }
  await db.user.update({ where: { id: user.id }, data: { goneAt: at } })
  await db.chatMember.updateMany({ where: { chat: where }, data: { joinedAt: at } })
  await db.message.updateMany({ where: { ...where, author: 'OPERATOR' }, data: { createdAt: at } })
  const returned = () => db.chat.count({ where: { ...where, leftAloneAt: { not: null } } })
  const chats = await db.chat.findMany({ where, orderBy: { id: 'asc' } })
  const held = chats[CHATS / 2]
  if (!held) throw new Error('There are chats.')

  // The sweep takes them by their ids: it gets half way, and waits in the midst of a transaction.
  await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT id FROM "Chat" WHERE id = ${held.id}::uuid FOR UPDATE`
      const first = await start('worker')
      await until(async () => expect(await returned()).toBe(CHATS / 2))
      await first.end('SIGKILL')
    },
    { timeout: 60_000 },
  )
  expect(await returned()).toBe(CHATS / 2)
  await Promise.all([start('worker'), start('worker')])
  await until(async () => expect(await returned()).toBe(CHATS))

  const notices = await db.message.findMany({ where: { ...where, type: 'NOTICE' } })
  const left = notices.filter(({ notice }) => (notice as { kind: string }).kind === 'LEFT_ALONE')
  expect(left.map(({ chatId }) => chatId).sort()).toEqual(chats.map(({ id }) => id))
  expect(await db.event.count({ where: { ...where, kind: 'OPERATOR_LEFT' } })).toBe(CHATS)
  for (const { id, queuedAt } of chats)
    expect(await db.chat.findUnique({ where: { id } })).toMatchObject({ status: 'QUEUED', queuedAt })
}, 120_000)
