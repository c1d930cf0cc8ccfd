import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDirect } from '../../server/database/query-direct.ts'
import { selectAll, tables } from '../../server/database/select-all.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { fillAccount } from '../support/fill-account.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.services
  const [filled] = await fillAccount(app.services, await openDesk(app), 2)
  const { chat: chatId = '', operator: userId = '', channel: channelId = '' } = filled ?? {}
  await db.chatObserver.create({ data: { chatId, userId } })
  await db.unseenNews.create({ data: { chatId, userId, kind: 'MESSAGE' } })
  await db.runningProcess.create({
    data: {
      ...{ id: randomUUID(), role: 'web', version: '0.1.0', build: '', host: 'here' },
      ...{ operatorSockets: 0, visitorSockets: 0, filesWaiting: 0, memoryBytes: 0 },
    },
  })
  await db.automaticMessage.create({
    data: { channelId, kind: 'GREETING', enabled: true, delaySeconds: 0, texts: [] },
  })
})
afterAll(() => app.close())

type Row = Record<string, unknown>

/** In the same order, however they were read. */
function comparable(rows: Row[]): Row[] {
  const plain = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
      ]),
    ),
  )
  const keyOf = (row: Row) => JSON.stringify(Object.values(row).map(String))
  return plain.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

test.each(tables)('a row of %s is the same past Prisma as through it', async (table) => {
  const { db, pool } = app.services
  const delegate = db[(table[0]?.toLowerCase() + table.slice(1)) as 'chat'] as unknown as {
    findMany(): Promise<Row[]>
  }
  const through = await delegate.findMany()
  const past = await queryDirect<Row>(pool, selectAll(table))
  expect(through).not.toEqual([])
  expect(comparable(past)).toEqual(comparable(through))
})
