import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entryOf } from '../../server/domain/messages/append-entries.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { until } from '../support/until.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

async function write(visitor: string, text = 'Hello'): Promise<string> {
  const response = await desk.post({ sender: { id: visitor }, message: { type: 'text', text } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { message_id: string }).message_id
}

function chatsOf(visitors: string[]) {
  return app.services.db.chat.findMany({
    where: { visitor: { channelId: desk.channel.id, key: { in: visitors } } },
    include: { messages: { orderBy: { seq: 'asc' } }, visitor: true },
  })
}

test('messages of many visitors at the same moment are each stored once, in sequences without gaps', async () => {
  const visitors = Array.from({ length: 12 }, () => randomUUID())
  const writes = Array.from({ length: 10 }, () => visitors.map((visitor) => write(visitor))).flat()
  const ids = await Promise.all(writes)

  const chats = await chatsOf(visitors)
  expect(chats).toHaveLength(visitors.length)
  for (const { messages, lastSeq, lastVisitorSeq } of chats) {
    expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect([lastSeq, lastVisitorSeq]).toEqual([10, 10])
  }
  const stored = chats.flatMap(({ messages }) => messages.map(({ id }) => id))
  expect(stored.toSorted()).toEqual(ids.toSorted())
  const events = await app.services.db.event.findMany({ where: { messageId: { in: ids } } })
  expect(events.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted())
})

test('new visitors at the same moment are numbered one after the other', async () => {
  const { lastVisitorNumber } = await app.services.db.account.findUniqueOrThrow({
    where: { id: desk.channel.accountId },
  })
  const visitors = Array.from({ length: 20 }, () => randomUUID())
  await Promise.all(visitors.flatMap((visitor) => [write(visitor), write(visitor)]))

  const numbers = (await chatsOf(visitors)).map(({ visitor }) => visitor.number)
  const expected = visitors.map((_, i) => lastVisitorNumber + 1 + i)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(expected)
})

test('a chat that another transaction holds keeps no other visitor waiting', async () => {
  const [held, ...others] = Array.from({ length: 8 }, () => randomUUID()) as [string, ...string[]]
  await Promise.all([held, ...others].map((visitor) => write(visitor)))
  const [chat] = await chatsOf([held])

  let late: Promise<string> | undefined
  let isStored = false
  await app.services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Chat" WHERE id = ${chat?.id}::uuid FOR NO KEY UPDATE`
    late = write(held).finally(() => {
      isStored = true
    })
    await Promise.all(others.map((visitor) => write(visitor)))
    expect(isStored).toBe(false)
  })
  await late
  await until(async () => expect((await chatsOf([held]))[0]?.messages).toHaveLength(2))
})

test('one message that the database refuses does not take the others with it', async () => {
  const visitors = Array.from({ length: 6 }, () => randomUUID())
  await Promise.all(visitors.map((visitor) => write(visitor)))
  const { appends } = app.services
  const channel = await app.services.channels.find(desk.channel.publicId, desk.channel.secret)
  if (!channel) throw new Error('The channel does not exist.')
  const entry = (externalId: string, text = 'x') => {
    const draft = { type: 'TEXT' as const, text, media: null, invite: null, externalId: null }
    return entryOf({ channel, profile: { externalId }, draft })
  }
  const bad = entry(visitors[0] ?? '', 'NUL \u0000')
  const good = visitors.slice(1).map((visitor) => entry(visitor))
  const results = await Promise.allSettled([
    // They become one statement, with two of visitors whom nobody knows.
    ...[randomUUID(), randomUUID()].map((visitor) => appends.add(entry(visitor))),
    ...[bad, ...good].map((one) => appends.add(one)),
  ])
  const [, , refused, ...taken] = results
  expect(refused?.status).toBe('rejected')
  for (const result of taken)
    expect(result).toMatchObject({ status: 'fulfilled', value: { snapshot: { activity: { lastSeq: 2 } } } })
})
