import type { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPool } from '../../server/database/client.ts'
import { createReads } from '../../server/database/create-reads.ts'
import { findArchivedChats } from '../../server/domain/archive/find-archived-chats.ts'
import { paths } from '../../server/paths.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { migrate, migrateQueues } from '../../server/stores/migrate.ts'
import { startRelay } from '../faults/machines/relay.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/replica.ts'
import { until } from '../support/until.ts'

let postgres: ReplicatedPostgres
let app: TestApp
let desk: Desk
let replica: Client
beforeAll(async () => {
  postgres = await startReplicatedPostgres()
  await migrate(postgres.url, paths.migrations)
  await migrateQueues(postgres.url)
  const stores = { databaseUrl: postgres.url, redisUrl: undefined, close: async () => {} }
  app = await startTestApp({ stores, variables: { DATABASE_READ_URL: postgres.replicaUrl } })
  desk = await openDesk(app)
  replica = await connectPostgres(postgres.replicaUrl)
})
afterAll(async () => {
  await replica?.end()
  await app?.close()
  await postgres?.stop()
})

const chatsOfArchive = () => {
  const { reads: pool } = app.services
  return findArchivedChats(
    { pool },
    { viewer: desk.admin.viewer, filter: {}, search: undefined },
    { limit: 50 },
  )
}

async function closeChat(): Promise<string> {
  const visitor = crypto.randomUUID()
  await desk.say(visitor, 'Hello')
  const { id } = await desk.chatOf(visitor)
  await app.services.db.chat.update({ where: { id }, data: { status: 'CLOSED', closedAt: new Date() } })
  return id
}

/** How many of the statements of this process the replica has answered. */
async function answeredByReplica(): Promise<number> {
  const { rows } = await replica.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND strpos(query, 'ArchivedChat') > 0`,
  )
  return rows[0]?.count ?? 0
}

test('the archive is read from the replica, with what was stored a moment ago', async () => {
  const id = await closeChat()
  expect(await chatsOfArchive()).toContain(id)
  const answered = async () => {
    await chatsOfArchive()
    return answeredByReplica()
  }
  await expect.poll(answered).toBeGreaterThan(0)
})

test('a replica that is behind is not waited for: the primary answers with what was stored', async () => {
  await replica.query('SELECT pg_wal_replay_pause()')
  const id = await closeChat()
  expect(await chatsOfArchive()).toContain(id)
  await replica.query('SELECT pg_wal_replay_resume()')
})

test('a replica that is silent is not waited for, whether it is connected or not', async () => {
  const relay = await startRelay('127.0.0.1', () => Number(new URL(postgres.replicaUrl).port))
  const address = new URL(postgres.replicaUrl)
  address.port = String(relay.port)
  // Nobody looks whether its connections are dead.
  const silent = createPool(address.href, 1, { silenceMs: 3_600_000 })
  onTestFinished(async () => {
    await relay.close()
    await silent.end()
  })
  const { pool, log } = app.services
  const answers: unknown[] = []
  const read = async () => {
    const { rows } = await createReads({ pool, replica: silent, log }).query(
      'SELECT count(*)::int FROM "Account"',
    )
    answers.push(...rows)
  }
  await read()
  relay.hold()
  void read()
  void read()
  await until(() => expect(answers).toEqual([1, 2, 3].map(() => answers[0])))
})

test('a replica that is away is not missed', async () => {
  await replica.end()
  await postgres.stopReplica()
  const id = await closeChat()
  expect(await chatsOfArchive()).toContain(id)
})
