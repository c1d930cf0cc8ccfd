import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { migrate, migrateQueues } from '../../server/stores/migrate.ts'
import { type Relay, startRelay } from '../faults/machines/relay.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/replica.ts'
import { until } from '../support/until.ts'

let postgres: ReplicatedPostgres
let relay: Relay
/** The process of the screen, and another one, whose announcements it does not hear. */
let app: TestApp
let other: TestApp
beforeAll(async () => {
  postgres = await startReplicatedPostgres({}, { synchronous_standby_names: '*' })
  await migrate(postgres.url, paths.migrations)
  await migrateQueues(postgres.url)
  relay = await startRelay('127.0.0.1', () => Number(new URL(postgres.url).port))
  const databaseUrl = new URL(postgres.url)
  databaseUrl.port = String(relay.port)
  const stores = { databaseUrl: databaseUrl.href, redisUrl: undefined, close: async () => {} }
  const variables = { SECRET_KEY: randomBytes(32).toString('base64') }
  app = await startTestApp({ stores, variables })
  other = await startTestApp({ stores, variables })
})
afterAll(async () => {
  await app?.close()
  await other?.close()
  await relay?.close()
  await postgres?.stop()
})

test('a screen misses nothing when a replica takes over that gives transactions numbers anew', async () => {
  const desk = await openDesk(app)
  const feed = openFeed(app.url, { cookie: desk.operators[0].cookie, after: '0' })
  const before = await desk.say('visitor', 'Before')
  await feed.waitFor(({ message }) => message?.uuid === before)
  // The replica never hears of transactions that came to nothing.
  const client = await connectPostgres(postgres.url)
  await client.query(
    'DO $$ BEGIN FOR n IN 1..500 LOOP PERFORM pg_current_xact_id(); ROLLBACK; END LOOP; END $$',
  )
  await app.services.hub.check()
  await postgres.failOver()
  await client.end()
  const body = JSON.stringify({ sender: { id: 'visitor' }, message: { type: 'text', text: 'After' } })
  const { message_id: after } = await until(async () => {
    const response = await fetch(other.url + desk.channel.path, { method: 'POST', body })
    expect(response.status).toBe(200)
    return (await response.json()) as { message_id: string }
  })
  await feed.waitFor(({ message }) => message?.uuid === after)
  await feed.close()
})
