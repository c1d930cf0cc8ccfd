import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxConsumers } from '../../server/events/consumers.ts'
import type { OutboxConsumer } from '../../server/events/outbox-consumer.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { laneOf } from '../../server/outbox/lane.ts'
import type { OutboxKind } from '../../server/outbox/outbox-kind.ts'
import { type RunningWorker, startWorker } from '../../server/worker.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'

const NAME = 'FAKE_HOOK'
const EVERY_MS = 200

/** Whom it goes to stands in the items themselves. */
const fakeKind: OutboxKind<{ number: number }> = {
  name: NAME,
  concurrency: 10,
  perReceiver: 5,
  claimMs: 60_000,
  schedule: {
    attempts: 5,
    next: ({ endedAt }) => new Date(endedAt.getTime() + EVERY_MS),
    failsLate: false,
    yieldsAfter: 3,
  },
  keepDays: 30,
  target: Prisma.sql`SELECT c.number FROM "Chat" c WHERE c.id = item."chatId"`,
  isWanted: async () => true,
  payload: async (_services, { item, target }) =>
    JSON.stringify({ id: item.id, event: item.event, chat: target.number, made: randomUUID() }),
  send: ({ sender }, { payload }) =>
    sender.post({ url: receiver.url, body: payload, headers: {}, chunked: false, timeoutMs: 50_000 }),
  read(answer) {
    if (answer.kind === 'failed') return { result: 'retry', code: answer.reason, message: answer.message }
    const { status, body } = answer
    if (body === 'unheard-of') throw new TypeError('this answer cannot be read')
    if (status === 410) return { result: 'refused', code: 'gone', message: 'It is gone.' }
    return status < 300 ? { result: 'sent' } : { result: 'retry', code: 'status', message: `HTTP ${status}` }
  },
  follow: async () => ({}),
}

const fakeItems: OutboxConsumer = {
  kind: NAME,
  takes: ['CHAT_OPENED', 'MESSAGE_CREATED'],
  items: Prisma.sql`
    SELECT taken.place, taken."accountId", taken."chatId", taken."messageId", taken."chatId"::text AS lane,
           taken."channelId" AS "receiverId", taken.kind::text AS event
    FROM taken WHERE taken.kind IN ('CHAT_OPENED', 'MESSAGE_CREATED')`,
}

let app: TestApp
let worker: RunningWorker
let receiver: Receiver
beforeAll(async () => {
  outboxConsumers.push(fakeItems)
  receiver = await startReceiver()
  app = await startTestApp()
  worker = await startWorker(app.services, [...outboxKinds, fakeKind])
})
afterAll(async () => {
  outboxConsumers.splice(outboxConsumers.indexOf(fakeItems), 1)
  await worker.stop()
  await app.close()
  await receiver.stop()
})

const itemsOf = (chatId: string) =>
  app.services.db.outboxItem.findMany({
    where: { kind: NAME, chatId },
    include: { log: { orderBy: { startedAt: 'asc' } } },
    orderBy: { position: 'asc' },
  })
const states = async (chatId: string) => (await itemsOf(chatId)).map(({ state }) => state)
async function openChat(text = 'Hello') {
  receiver.clear()
  receiver.answer({ status: 200 })
  const desk = await openDesk(app)
  await desk.say('visitor', text)
  return { desk, chatId: (await desk.chatOf('visitor')).id }
}

test('a third kind is one registry entry: what follows from events is sent in order, logged and counted', async () => {
  const { desk, chatId } = await openChat()
  await desk.say('visitor', 'Again')
  await expect.poll(() => states(chatId)).toEqual(['SENT', 'SENT', 'SENT'])
  const items = await itemsOf(chatId)
  expect(receiver.requests.map(({ json }) => json)).toEqual(
    items.map(({ payload }) => JSON.parse(String(payload))),
  )
  expect(items.map(({ event }) => event)).toEqual(['CHAT_OPENED', 'MESSAGE_CREATED', 'MESSAGE_CREATED'])
  expect(items.map(({ log }) => log.map(({ status }) => status))).toEqual([[200], [200], [200]])
  const metrics = await app.services.metrics.registry.metrics()
  expect(metrics).toMatch(/switchboard_outbox_attempts_total\{kind="fake_hook",outcome="sent"\} [1-9]/)
})

test('an item sends the same bytes in every attempt, and after its third failure later ones overtake it', async () => {
  const { desk, chatId } = await openChat()
  await expect.poll(() => states(chatId)).toEqual(['SENT', 'SENT'])
  receiver.clear()
  let failing = ''
  let followed = () => {}
  const isFollowed = new Promise<void>((resolve) => {
    followed = resolve
  })
  receiver.answer(async ({ json }) => {
    const { id } = json as { id: string }
    failing ||= id
    await isFollowed
    return { status: id === failing ? 500 : 200 }
  })
  await desk.say('visitor', 'One')
  await receiver.waitFor(1)
  await desk.say('visitor', 'Two')
  followed()
  await expect.poll(() => states(chatId)).toEqual(['SENT', 'SENT', 'FAILED', 'SENT'])
  const sent = receiver.requests.map(({ json }) => (json as { id: string }).id)
  expect(sent.slice(0, 3)).toEqual([failing, failing, failing])
  expect(sent[3]).not.toBe(failing)
  const texts = receiver.requests
    .filter(({ json }) => (json as { id: string }).id === failing)
    .map(({ text }) => text)
  expect([texts.length, new Set(texts).size]).toEqual([5, 1])
  const [, , item] = await itemsOf(chatId)
  expect(item?.log.map(({ errorCode }) => errorCode)).toEqual(Array(5).fill('status'))
})

test('an answer that its kind cannot read is recorded as an attempt all the same', async () => {
  const { desk, chatId } = await openChat()
  await expect.poll(() => states(chatId)).toEqual(['SENT', 'SENT'])
  receiver.clear()
  receiver.answer((_request, response) => void response.end('unheard-of'))
  await desk.say('visitor', 'One')
  await receiver.waitFor(1)
  receiver.answer({ status: 410 })
  await expect.poll(() => states(chatId)).toEqual(['SENT', 'SENT', 'FAILED'])
  const item = (await itemsOf(chatId))[2]
  expect(item?.log.map(({ errorCode }) => errorCode)).toEqual(['not_recorded', 'gone'])
})

test('an item that nobody was woken for is swept', async () => {
  const { desk, chatId } = await openChat()
  await expect.poll(() => states(chatId)).toEqual(['SENT', 'SENT'])
  await app.services.db.outboxItem.create({
    data: {
      accountId: desk.account.id,
      kind: NAME,
      lane: laneOf(NAME, randomUUID()),
      receiverId: desk.channel.id,
      chatId,
      nextAttemptAt: new Date(Date.now() - 60_000),
    },
  })
  await expect.poll(() => states(chatId)).toEqual(['SENT', 'SENT', 'SENT'])
})
