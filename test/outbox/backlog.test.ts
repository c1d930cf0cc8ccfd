import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Pool } from '../../server/database/client.ts'
import { queryDirect } from '../../server/database/query-direct.ts'
import { webhookKind } from '../../server/domain/webhooks/sending/webhook-kind.ts'
import { claimHeads, keepPayloads } from '../../server/outbox/claim-heads.ts'
import { laneOf } from '../../server/outbox/lane.ts'
import { planAfter } from '../../server/outbox/plan.ts'
import { writeAttempts } from '../../server/outbox/write-attempts.ts'
import { startTestApp } from '../support/app.ts'
import { tuplesRead } from '../support/tuples-read.ts'

const BACKLOG = 5_000
const LANES = 4

test('what waits in other lanes is not read by the steps of a lane, whatever plan was made before it waited', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const client = await app.services.pool.connect()
  onTestFinished(() => client.release(true))
  const pool = client as unknown as Pool
  const insert = (count: number, lane: (n: number) => string) =>
    client.query(
      `INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", event)
       SELECT gen_random_uuid(), $1, 'WEBHOOK', lane, gen_random_uuid(), 'message_created' FROM unnest($2::text[]) AS lane`,
      [randomUUID(), Array.from({ length: count }, (_, n) => lane(n))],
    )
  const step = async () => {
    const lanes = Array.from({ length: LANES }, () => laneOf('WEBHOOK', randomUUID(), randomUUID()))
    await insert(LANES, (n) => lanes[n] as string)
    const heads = await claimHeads(pool, webhookKind, {
      lanes: lanes.map((lane) => ({ lane, hasSlot: false })),
      now: new Date(Date.now() + 1_000),
      busy: { accounts: [], receivers: [] },
    })
    const items = lanes.map((lane) => heads.get(lane)?.item).filter((item) => item !== undefined)
    await keepPayloads(
      pool,
      items.map((item) => ({ ...item, payload: '{}' })),
    )
    const verdict = { result: 'sent' } as const
    const rows = await queryDirect<{ counts: boolean }>(
      pool,
      writeAttempts(
        items.map((item) => ({
          item,
          plan: planAfter(webhookKind, item, { verdict, answer: null }),
          note: null,
          followers: webhookKind.order?.followersOf(item.lane) ?? [],
          attempt: null,
          events: [],
        })),
      ),
    )
    expect(rows.filter(({ counts }) => counts)).toHaveLength(LANES)
  }
  const read = () => tuplesRead(client, 'OutboxItem')

  await client.query('SET plan_cache_mode = force_generic_plan')
  await insert(500, (n) => laneOf('WEBHOOK', String(n)))
  await client.query(`UPDATE "OutboxItem" SET state = 'SENT'`)
  await client.query('VACUUM ANALYZE "OutboxItem"')
  await step()
  await insert(BACKLOG, (n) => laneOf('WEBHOOK', String(n)))
  await client.query('BEGIN')
  const before = await read()
  await step()
  expect((await read()) - before).toBeLessThan(200)
  await client.query('ROLLBACK')
})
