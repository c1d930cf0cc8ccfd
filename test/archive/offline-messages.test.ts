import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOfflineMessages } from '../../server/domain/offline-messages/find-offline-messages.ts'
import { leaveOfflineMessage } from '../../server/domain/offline-messages/leave-offline-message.ts'
import { blacklistVisitor } from '../../server/domain/visitors/blacklist-visitor.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Left = Omit<Parameters<typeof leaveOfflineMessage>[1], 'channel'>

const leave = ({ channel }: Desk, left: Left) => leaveOfflineMessage(app.services, { channel, ...left })

async function visitorCalled(desk: Desk, name: string) {
  const key = randomUUID()
  await desk.say(key, 'Hello')
  const { visitorId } = await desk.chatOf(key)
  const id = globalId('Visitor', visitorId)
  await mutate(desk.operators[0].execute, 'updateVisitor', { id, name })
  return app.services.db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
}

/** The texts that are found, newest first. */
async function find({ admin }: Desk, search: string | null, filter: object = {}): Promise<string[]> {
  const { data, errors } = await admin.execute(
    'query ($search: String, $filter: OfflineMessageFilter) { offlineMessages(search: $search, filter: $filter) { nodes { text } } }',
    { search, filter },
  )
  expect(errors).toBeUndefined()
  return data.offlineMessages.nodes.map(({ text }: { text: string }) => text)
}

async function download({ admin }: Desk, query: Record<string, string>): Promise<string[]> {
  const parameters = new URLSearchParams({ format: 'json', ...query })
  const response = await fetch(`${app.url}/archive/offline-messages/export?${parameters}`, {
    headers: { cookie: admin.cookie },
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { text: string }[]).map(({ text }) => text)
}

test('an offline message is found by its visitor and by its number, however both were written', async () => {
  const desk = await openDesk(app)
  const anna = await visitorCalled(desk, 'Anna Müller')
  await leave(desk, { text: 'About my order', email: 'a@example.org', visitorId: anna.id })
  await leave(desk, { text: 'Call me', phone: '0049 (170) 555-12' })
  for (const [search, texts] of [
    ['Müller', ['About my order']],
    ['ller', ['About my order']],
    [`#${anna.number}`, ['About my order']],
    ['170 555', ['Call me']],
    ['17055512', ['Call me']],
    ['about order', ['About my order']],
    ['nobody', []],
  ] as [string, string[]][]) {
    expect(await find(desk, search), search).toEqual(texts)
  }
  expect(await download(desk, { search: '170 555' })).toEqual(['Call me'])
  expect(await download(desk, { search: 'ller' })).toEqual(['About my order'])
  expect(await find(await openDesk(app), 'order')).toEqual([])
})

test('offline messages are those of blacklisted visitors, or all others', async () => {
  const desk = await openDesk(app)
  const [anna, ben] = [await visitorCalled(desk, 'Anna'), await visitorCalled(desk, 'Ben')]
  await leave(desk, { text: 'Of Anna', email: 'a@example.org', visitorId: anna.id })
  await leave(desk, { text: 'Of Ben', email: 'b@example.org', visitorId: ben.id })
  await leave(desk, { text: 'Of nobody', email: 'c@example.org' })
  const { viewer } = desk.admin
  await blacklistVisitor(app.services, { viewer, visitorId: ben.id, reason: 'Spam' })
  expect(await find(desk, null, { blacklisted: true })).toEqual(['Of Ben'])
  expect(await find(desk, 'of', { blacklisted: false })).toEqual(['Of nobody', 'Of Anna'])
  expect(await download(desk, { blacklisted: 'false' })).toEqual(['Of nobody', 'Of Anna'])
  expect(await download(desk, { visitorNumber: String(ben.number) })).toEqual(['Of Ben'])
})

test('a search looks offline messages up by its indexes, page by page', async () => {
  const desk = await openDesk(app)
  const { id: accountId } = desk.account
  await app.services.db.offlineMessage.createMany({
    data: Array.from({ length: 3_000 }, (_, index) => ({
      accountId,
      channelId: desk.channel.id,
      phone: `+49 170 ${index}`,
      text: `Question number ${index}`,
      createdAt: new Date(Date.now() - index * 1_000),
    })),
  })
  const client = await connectPostgres(app.stores.databaseUrl)
  try {
    await client.query('VACUUM ANALYZE "OfflineMessage"')
    const planOf = async (condition: string) => {
      const sql = `EXPLAIN SELECT id FROM "OfflineMessage" WHERE "accountId" = '${accountId}' AND ${condition}`
      return JSON.stringify((await client.query(sql)).rows)
    }
    expect(await planOf(`document @@ '''elephant'''::tsquery`)).toContain(
      'OfflineMessage_accountId_document_idx',
    )
    expect(await planOf(`digits LIKE '%491702345%'`)).toContain('OfflineMessage_accountId_digits_idx')
  } finally {
    await client.end()
  }
  const search = { viewer: desk.admin.viewer, filter: {}, search: 'question' }
  const first = await findOfflineMessages(app.services, search, { limit: 50 })
  const second = await findOfflineMessages(app.services, search, { limit: 50, afterId: first.at(-1) })
  const back = await findOfflineMessages(app.services, search, {
    limit: 50,
    afterId: second[0],
    oldestFirst: true,
  })
  expect(new Set([...first, ...second]).size).toBe(100)
  expect(back.toReversed()).toEqual(first)
  expect(await download(desk, { search: 'question' })).toHaveLength(3_000)
})
