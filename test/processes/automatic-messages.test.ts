import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'

let installation: Installation
beforeEach(async () => {
  installation = await openInstallation()
})
afterEach(() => installation.close())

const CHATS = 8

test('automatic messages are sent once each, also when a worker is killed in the middle of it', async () => {
  const { app, start } = installation
  const { db } = app.services
  const desk = await openDesk(app)
  for (let count = 0; count < CHATS; count++) await desk.say(randomUUID(), 'Hello')
  const where = { accountId: desk.account.id, type: 'AUTOMATIC' } as const
  const sent = () => db.message.count({ where })
  const chats = await db.chat.findMany({
    where: { accountId: desk.account.id },
    orderBy: { createdAt: 'asc' },
  })
  const held = chats[CHATS / 2]
  if (!held) throw new Error('There are chats.')
  const texts = [{ language: 'en', text: 'We are with you soon.' }]
  const greeting = { kind: 'GREETING', enabled: true, delaySeconds: 0, texts }
  const input = { id: globalId('Channel', desk.channel.id), automaticMessages: [greeting] }
  await mutate(desk.admin.execute, 'updateChannel', input)

  // They are sent to the chat that has waited longest first: the worker gets half way, and waits for a chat that is locked.
  await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Chat" WHERE id = ${held.id}::uuid FOR UPDATE`
      const worker = await start('worker')
      await until(async () => expect(await sent()).toBe(CHATS / 2))
      await untilLocked(db, 'Chat')
      await worker.end('SIGKILL')
    },
    { timeout: 60_000 },
  )
  expect(await sent()).toBe(CHATS / 2)
  await Promise.all([start('worker'), start('worker')])
  await until(async () => expect(await sent()).toBe(CHATS))
  const perChat = await db.message.groupBy({ by: ['chatId'], where, _count: true })
  expect(perChat.map(({ _count }) => _count)).toEqual(Array(CHATS).fill(1))
  expect(await db.sentAutomaticMessage.count({ where: { chatId: { in: chats.map(({ id }) => id) } } })).toBe(
    CHATS,
  )
})
