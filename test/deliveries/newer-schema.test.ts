import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimHeads } from '../../server/outbox/claim-heads.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { laneOf } from '../../server/outbox/lane.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('lanes go on while a newer process adds a column', async () => {
  const { db, pool } = app.services
  const claim = () =>
    Promise.all(
      outboxKinds.map((kind) =>
        claimHeads(pool, kind, {
          lanes: [{ lane: laneOf(kind.name, randomUUID()), hasSlot: false }],
          now: new Date(),
          busy: { accounts: [], receivers: [] },
        }),
      ),
    )
  const nothing = outboxKinds.map(() => new Map())
  expect(await claim()).toEqual(nothing)
  await db.$executeRawUnsafe('ALTER TABLE "OutboxItem" ADD COLUMN "fromTomorrow" text')
  expect(await claim()).toEqual(nothing)
})
