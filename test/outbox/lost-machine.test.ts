import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Pool } from '../../server/database/client.ts'
import { webhookKind } from '../../server/domain/webhooks/sending/webhook-kind.ts'
import type { PrismaClient } from '../../server/generated/prisma/client.ts'
import { claimHeads, keepPayloads } from '../../server/outbox/claim-heads.ts'
import { laneOf } from '../../server/outbox/lane.ts'
import { paths } from '../../server/paths.ts'
import { migrate } from '../../server/stores/migrate.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/replica.ts'

let postgres: ReplicatedPostgres
let pool: Pool
let db: PrismaClient
beforeAll(async () => {
  // What a commit does not wait for is not written by anyone else either.
  postgres = await startReplicatedPostgres({ wal_writer_delay: '10s' })
  await postgres.stopReplica()
  await migrate(postgres.url, paths.migrations)
  open()
})
afterAll(async () => {
  await close()
  await postgres.stop()
})

function open() {
  pool = createPool(postgres.url, 2)
  db = createDb(pool)
}

async function close() {
  await db.$disconnect()
}

async function endMachine() {
  await postgres.kill()
  await close()
  await postgres.restart()
  open()
}

async function addItem(payload: string | null) {
  const lane = laneOf('WEBHOOK', randomUUID(), randomUUID())
  const about = {
    accountId: randomUUID(),
    kind: 'WEBHOOK',
    receiverId: randomUUID(),
    event: 'message_created',
  }
  return db.outboxItem.create({ data: { ...about, lane, payload, nextAttemptAt: new Date(0) } })
}

const claim = (lanes: string[]) =>
  claimHeads(pool, webhookKind, {
    lanes: lanes.map((lane) => ({ lane, hasSlot: true })),
    now: new Date(),
    busy: { accounts: [], receivers: [] },
  })
async function claimOne() {
  const { lane } = await addItem(null)
  const item = (await claim([lane])).get(lane)?.item
  if (!item) throw new Error('nothing was claimed')
  return item
}

const stored = (id: string) => db.outboxItem.findUniqueOrThrow({ where: { id } })

test('a first attempt sends only what is still known when the machine of PostgreSQL ends', async () => {
  const item = await claimOne()
  await keepPayloads(pool, [{ ...item, payload: 'what is sent' }])
  await endMachine()
  const { payload, claimedUntil } = await stored(item.id)
  expect({ payload, claimedUntil }).toEqual({ payload: 'what is sent', claimedUntil: item.claimedUntil })
})

test('so does a further attempt, also when it is claimed together with a first one', async () => {
  const items = [await addItem(null), await addItem('what is sent')] as const
  const heads = await claim(items.map(({ lane }) => lane))
  expect([...heads.values()].map(({ isClaimed }) => isClaimed)).toEqual([true, true])
  await endMachine()
  expect(await stored(items[1].id)).toMatchObject({ claimedUntil: expect.any(Date) })
})

test('an item whose claim is lost with the machine is claimed again before it is sent', async () => {
  const item = await claimOne()
  await endMachine()
  expect(await stored(item.id)).toMatchObject({ claimedUntil: null })
  await keepPayloads(pool, [{ ...item, payload: 'what is sent' }])
  expect(await stored(item.id)).toMatchObject({ claimedUntil: item.claimedUntil })
})
