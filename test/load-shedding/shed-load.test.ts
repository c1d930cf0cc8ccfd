import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openSocket } from '../support/graphql-socket.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('while messages stand still, others are refused at once, and those that were accepted are stored', async () => {
  const { post, say, admin } = await openDesk(app)
  const write = (text: string) => post({ sender: { id: 'visitor' }, message: { type: 'text', text } })
  await say('visitor', 'Before')
  const socket = openSocket(app.url, { cookie: admin.cookie })
  const other = await connectPostgres(app.stores.databaseUrl)
  await other.query('BEGIN; LOCK TABLE "Message" IN ACCESS EXCLUSIVE MODE')
  const accepted = Promise.all(Array.from({ length: 80 }, (_, n) => write(`Message ${n}`)))
  const page = () => fetch(`${app.url}/openapi.json`)
  const query = () =>
    fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: admin.cookie },
      body: JSON.stringify({ query: '{ __typename }' }),
    })
  // As long as messages; pages before them.
  await expect.poll(async () => [(await page()).status, (await query()).status]).toEqual([503, 503])

  const refused = await Promise.all([write('Too much'), page()])
  for (const response of refused) {
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ error: { code: 'service_unavailable' } })
  }
  expect(await (await query()).json()).toMatchObject({
    errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }],
  })
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  expect((await socket.execute('{ __typename }')).data).toEqual({ __typename: 'Query' })
  await socket.close()

  await other.query('ROLLBACK')
  await other.end()
  const ids = await Promise.all(
    (await accepted).map(async (response) => {
      expect(response.status).toBe(200)
      return ((await response.json()) as { message_id: string }).message_id
    }),
  )
  expect(await app.services.db.message.count({ where: { id: { in: ids } } })).toBe(80)
  expect(await app.services.db.message.count({ where: { text: 'Too much' } })).toBe(0)
  await say('visitor', 'After')
  expect((await page()).status).toBe(200)
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  expect(metrics).toMatch(/switchboard_shed_requests_total\{urgency="message"\} [1-9]/)
})
