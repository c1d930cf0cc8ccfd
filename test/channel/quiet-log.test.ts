import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../server/process/logger.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { openStores, type TestStores } from '../support/stores.ts'

/** In every address, token, id and text of the requests below. */
const MARKER = 'marker'

const lines: string[] = []
let stores: TestStores
let app: TestApp
let desk: Desk
beforeAll(async () => {
  stores = await openStores()
  const log = createLogger('trace', 'web', { write: (line: string) => void lines.push(line) })
  app = await startTestApp({ stores, log })
  desk = await openDesk(app)
})
afterAll(async () => {
  await app.close()
  await stores.close()
})

const marked = `${MARKER}-${'x'.repeat(20)}`
const message = (text: string) =>
  JSON.stringify({
    sender: { id: `${MARKER}-${randomUUID()}`, name: marked },
    message: { type: 'text', text },
  })

/** A request to each REST route, and what it carries. */
const requests: [method: string, path: () => string, body?: () => string | FormData][] = [
  ['GET', () => `/channel/${marked}/${marked}/status?token=${marked}`],
  ['POST', () => `/channel/${marked}/${marked}`, () => message(marked)],
  ['POST', () => `/channel/${MARKER.repeat(60)}/${marked}`, () => message(marked)],
  ['GET', () => `/channel/${marked}/${marked}/messages/${marked}`],
  ['GET', () => `${desk.channel.path}/status?key=${marked}`],
  ['POST', () => `${desk.channel.path}?key=${marked}`, () => message(marked)],
  ['POST', () => desk.channel.path, () => `${marked} is no JSON`],
  ['GET', () => `${desk.channel.path}/messages/${randomUUID()}?key=${marked}`],
  ['POST', () => `/bot/webhooks/${marked}/${marked}`, () => message(marked)],
  ['POST', () => `/bot/providers/${marked}/${marked}`, () => message(marked)],
  ['POST', () => `/bot/webhooks/${marked}/%zz${marked}`, () => message(marked)],
  ['GET', () => `/files/${marked}`],
  ['POST', () => '/files', () => upload()],
  ['GET', () => `/visitor-photos/${randomUUID()}/${marked}`],
  ['GET', () => `/visitor-photos/${marked}/${marked}`],
  ['PROPFIND', () => `/channel/${marked}/${marked}`],
  ['GET', () => `/assets/../${marked}`],
]

function upload(): FormData {
  const form = new FormData()
  form.append('file', new Blob([marked]), `${marked}.txt`)
  return form
}

async function askAll(): Promise<number[]> {
  const headers = {
    cookie: desk.operators[0].cookie,
    'x-graphql-yoga-csrf': '1',
    'idempotency-key': `${marked}-${randomUUID()}`,
  }
  return Promise.all(
    requests.map(async ([method, path, body]) => {
      const response = await fetch(app.url + path(), { method, headers, ...(body && { body: body() }) })
      await response.arrayBuffer()
      return response.status
    }),
  )
}

function expectQuiet(): void {
  const { secret, publicId } = desk.channel
  const { cookie } = desk.operators[0]
  for (const said of [MARKER, secret, publicId, cookie.split('=')[1] ?? cookie]) {
    expect(lines.filter((line) => line.includes(said))).toEqual([])
  }
}

test('no line of the log repeats an address, a token or a text, whatever is refused', async () => {
  const statuses = await askAll()
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expectQuiet()
})

test('nor when the database fails and repeats what it was given', async () => {
  const { db } = app.services
  // Every table is replaced by one that refuses with the values in its words.
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse_row() RETURNS trigger AS $$
    BEGIN RAISE EXCEPTION 'refused: %', NEW USING ERRCODE = '22000', DETAIL = NEW::text; END $$ LANGUAGE plpgsql`)
  for (const table of ['Visitor', 'Chat', 'Message', 'File', 'IdempotencyKey']) {
    await db.$executeRawUnsafe(
      `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON "${table}" FOR EACH ROW EXECUTE FUNCTION refuse_row()`,
    )
  }
  lines.length = 0
  const statuses = await askAll()
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThanOrEqual(2)
  expect(lines.filter((line) => line.includes('a request failed')).length).toBeGreaterThanOrEqual(2)
  expect(lines.join()).toMatch(/22000/)
  expectQuiet()
})

test('nor when tables that are asked are gone', async () => {
  const { db } = app.services
  for (const table of ['File', 'Channel', 'BotProvider', 'Session', 'VisitorPhoto']) {
    await db.$executeRawUnsafe(`ALTER TABLE "${table}" RENAME TO "${table}Gone"`)
  }
  lines.length = 0
  const statuses = await askAll()
  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThanOrEqual(4)
  expect(lines.length).toBeGreaterThan(0)
  expectQuiet()
})
