import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findHead } from '../../server/domain/lanes/lane-items.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.each([
  { table: 'Delivery', lane: 'lane' },
  { table: 'BotEvent', lane: 'chatId' },
] as const)('lanes of $table go on while a newer process adds a column', async (kind) => {
  const { db, pool } = app.services
  expect(await findHead(pool, kind, randomUUID())).toBeNull()
  await db.$executeRawUnsafe(`ALTER TABLE "${kind.table}" ADD COLUMN "fromTomorrow" text`)
  expect(await findHead(pool, kind, randomUUID())).toBeNull()
})
