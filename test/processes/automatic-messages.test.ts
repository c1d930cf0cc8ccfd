import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendAutomaticMessages } from '../../server/domain/automatic-messages/send-automatic-messages.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { openDesk, reply } from '../support/desk.ts'
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
  await whileHeld(db, Prisma.sql`SELECT 1 FROM "Chat" WHERE id = ${held.id}::uuid FOR UPDATE`, async () => {
    const worker = await start('worker')
    await until(async () => expect(await sent()).toBe(CHATS / 2))
    await untilLocked(db, 'Chat')
    await worker.end('SIGKILL')
  })
  expect(await sent()).toBe(CHATS / 2)
  await Promise.all([start('worker'), start('worker')])
  await until(async () => expect(await sent()).toBe(CHATS))
  const perChat = await db.message.groupBy({ by: ['chatId'], where, _count: true })
  expect(perChat.map(({ _count }) => _count)).toEqual(Array(CHATS).fill(1))
  expect(await db.sentAutomaticMessage.count({ where: { chatId: { in: chats.map(({ id }) => id) } } })).toBe(
    CHATS,
  )
})

test('an answer to a rating request whose process is killed before it is stored rates the chat when it is sent again', async () => {
  const { app, start } = installation
  const { db } = app.services
  const desk = await openDesk(app)
  const { execute } = desk.operators[0]
  const texts = [{ language: 'en', text: 'How was it?' }]
  const request = { kind: 'RATING_REQUEST', enabled: true, delaySeconds: 0, texts }
  const input = { id: globalId('Channel', desk.channel.id), automaticMessages: [request] }
  await mutate(desk.admin.execute, 'updateChannel', input)
  await desk.say('v', 'Hello')
  const { id, visitorId } = await desk.chatOf('v')
  await reply(desk.operators[0], id, 'Hi')
  await mutate(execute, 'closeChat', { chatId: globalId('Chat', id) })
  await sendAutomaticMessages(app.services)
  const answer = (url: string) =>
    fetch(url + desk.channel.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ sender: { id: 'v' }, message: { type: 'text', text: '1' } }),
    })
  const chats = () => db.chat.findMany({ where: { visitorId }, select: { status: true, rating: true } })

  const first = await start('web')
  await whileHeld(db, Prisma.sql`SELECT 1 FROM "Chat" WHERE id = ${id}::uuid FOR UPDATE`, async () => {
    const answered = answer(first.url).catch(() => null)
    await untilLocked(db, 'Chat')
    await first.end('SIGKILL')
    expect(await answered).toBeNull()
  })
  expect(await chats()).toEqual([{ status: 'CLOSED', rating: null }])
  const second = await start('web')
  expect((await answer(second.url)).status).toBe(200)
  expect((await answer(second.url)).status).toBe(200)
  expect(await chats()).toEqual([{ status: 'CLOSED', rating: 'POSITIVE' }])
  expect(await db.event.count({ where: { chatId: id, kind: 'CHAT_RATED' } })).toBe(1)
})
