import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Pool } from '../../server/database/client.ts'
import { queryDirect } from '../../server/database/query-direct.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { type LaneStates, laneStates } from '../../server/outbox/lane-states.ts'
import { startTestApp } from '../support/app.ts'
import { tuplesRead } from '../support/tuples-read.ts'

const LANES = 1_000

test('lanes are counted one after the other, when a receiver has been down for a thousand chats as well', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const client = await app.services.pool.connect()
  onTestFinished(() => client.release(true))
  const kinds = [...outboxKinds.map(({ name }) => name), ...Array<string>(LANES - 1).fill('WEBHOOK')]
  await client.query(
    `INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "nextAttemptAt")
     SELECT gen_random_uuid(), $1, kind, kind || ':' || gen_random_uuid(), $1, now() + interval '1 hour'
     FROM unnest($2::text[]) AS kind`,
    [randomUUID(), kinds],
  )
  await client.query('VACUUM ANALYZE "OutboxItem"')
  await client.query('BEGIN')
  const before = await tuplesRead(client, 'OutboxItem')
  const states = await queryDirect<LaneStates>(client as unknown as Pool, laneStates(outboxKinds))
  const read = (await tuplesRead(client, 'OutboxItem')) - before
  await client.query('ROLLBACK')
  expect(states.find(({ kind }) => kind === 'WEBHOOK')).toMatchObject({ waiting: LANES })
  expect(read).toBeLessThan(10 * LANES)
})
