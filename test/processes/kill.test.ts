import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postMessage } from '../../server/domain/messages/append-message.ts'
import { messageRow } from '../../server/domain/messages/message-row.ts'
import type { Work } from '../../server/events/transact.ts'
import { openClientServer, settled, textOf } from '../support/client-server.ts'
import { openFeed } from '../support/event-feed.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { startStorm } from '../support/storm.ts'
import { until } from '../support/until.ts'

let installation: Installation
beforeEach(async () => {
  installation = await openInstallation()
})
afterEach(() => installation.close())

test('SIGKILL under load: every message that was answered with 2xx is there, once, and comes to a screen elsewhere', async () => {
  const { app, start } = installation
  const { desk } = await openClientServer(app)
  const [server, other] = await Promise.all([start('all'), start('web')])
  const feed = openFeed(other.url, { cookie: desk.operators[0].cookie, after: '0' })
  const storm = startStorm(server.url + desk.channel.path)
  await storm.reached(300)
  await server.end('SIGKILL')
  await storm.over()
  const stored = await app.services.db.message.findMany({ where: { accountId: desk.account.id } })
  const texts = new Map(stored.map(({ id, text }) => [id, text]))
  expect([...storm.answered].filter(([id, text]) => texts.get(id) !== text)).toEqual([])
  expect(new Set(texts.values()).size).toBe(stored.length)
  const chats = await app.services.db.chat.findMany({
    where: { accountId: desk.account.id },
    include: { messages: { orderBy: { seq: 'asc' }, select: { seq: true } } },
  })
  for (const { lastSeq, messages } of chats) {
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1))
  }
  await until(() => {
    const shown = new Set(feed.events.map(({ message }) => message?.uuid))
    expect([...texts.keys()].filter((id) => !shown.has(id))).toEqual([])
  })
  await feed.close()
})

test('Redis is emptied in mid-delivery: everything is delivered all the same, in order', async () => {
  const { app, stores, start } = installation
  const { receiver, chat, send } = await openClientServer(app, { body: { result: 'ok' }, delayMs: 300 })
  await start('worker')
  const chats = await Promise.all(Array.from({ length: 8 }, () => chat()))
  const sent: string[] = []
  const texts = ['one', 'two', 'three', 'four']
  for (const text of texts) {
    for (const chatId of chats) sent.push(await send(chatId, `${chatId} ${text}`))
  }
  await receiver.waitFor(5)
  const redis = new Redis(stores.redisUrl ?? '')
  await redis.flushall()
  redis.disconnect()
  for (const id of sent) await settled(app, id, 'SENT')
  const first = [...new Set(receiver.requests.map(textOf))]
  for (const chatId of chats) {
    expect(first.filter((text) => text?.startsWith(chatId))).toEqual(texts.map((text) => `${chatId} ${text}`))
  }
})

test('a worker that is killed in mid-attempt: another one delivers, with the same id', async () => {
  const { app, start } = installation
  const { receiver, chat, send } = await openClientServer(app, { hang: true })
  const first = await start('worker')
  const id = await send(await chat())
  await receiver.waitFor(1)
  await first.end('SIGKILL')
  receiver.answer({ body: { result: 'ok' } })
  await start('worker')
  await settled(app, id, 'SENT')
  expect(receiver.requests.map(({ json }) => (json as { message: { id: string } }).message.id)).toEqual([
    id,
    id,
  ])
})

test('a process that dies between commit and announcement: screens read the log, and the sweep delivers', async () => {
  const { app, start } = installation
  const { desk, receiver, chat } = await openClientServer(app)
  const chatId = await chat()
  const server = await start('all')
  const feed = openFeed(server.url, { cookie: desk.operators[0].cookie })
  const id = randomUUID()
  // What a verb has committed when its process dies: all rows, nothing announced.
  await app.services.db.$transaction(async (tx) => {
    const work: Work = {
      ...{ tx, announce() {}, wake() {}, audit: async () => {} },
      record: () => Promise.reject(new Error('Nothing else is recorded.')),
      recordAll: () => Promise.reject(new Error('Nothing else is recorded.')),
    }
    const userId = desk.operators[0].user.id
    const row = messageRow({ id, author: 'OPERATOR', userId, type: 'TEXT', text: 'Not lost' })
    await postMessage(work, { id: chatId, accountId: desk.account.id }, row)
  })
  await feed.waitFor(({ message }) => message?.uuid === id)
  await receiver.waitFor((request) => textOf(request) === 'Not lost')
  await settled(app, id, 'SENT')
  await feed.close()
})
