import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { type Data, globalId } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ variables: { CHANNEL_RATE_LIMIT: '100000', VISITOR_RATE_LIMIT: '100000' } })
})
afterAll(() => app.close())

const QUERY = 'subscription ($after: String) { events(after: $after) { __typename id cursor } }'
const PAGE = `query ($after: String, $first: Int) {
  events(after: $after, first: $first) { nodes { id cursor } pageInfo { endCursor hasNextPage } }
}`

const idsOf = (events: Data[]): string[] => events.map(({ id }) => id)

async function cursorOf({ execute }: Person): Promise<string> {
  return (await execute('{ viewer { eventCursor } }')).data.viewer.eventCursor
}

/** The first events after the cursor that a new connection gets. */
async function next({ cookie }: Person, after: string, count: number): Promise<Data[]> {
  const feed = openFeed(app.url, { cookie, after, query: QUERY })
  await expect.poll(() => feed.events.length).toBeGreaterThanOrEqual(count)
  feed.cut()
  return feed.events.slice(0, count)
}

async function page({ execute }: Person, after: string, first: number): Promise<Data> {
  const { data, errors } = await execute(PAGE, { after, first })
  expect(errors).toBeUndefined()
  return (data as Data).events
}

/** A transaction that has begun, and whose event is in the log when it ends. */
async function beginSlowly({ account, operators }: Desk): Promise<{ id: string; commit(): Promise<void> }> {
  const client = await connectPostgres(app.stores.databaseUrl)
  await client.query('BEGIN')
  const { rows } = await client.query(
    `INSERT INTO "Event" ("accountId", kind, "subjectId") VALUES ($1, 'OPERATOR_UPDATED', $2) RETURNING id`,
    [account.id, operators[0].user.id],
  )
  return {
    id: globalId('Event', String(rows[0].id)),
    async commit() {
      await client.query('COMMIT')
      await client.end()
    },
  }
}

test('a program that is disconnected after any event gets exactly the rest from its cursor', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const start = await cursorOf(operator)
  const [slow, open] = [await beginSlowly(desk), await beginSlowly(desk)]
  for (let n = 0; n < 5; n++) await desk.say(`${n}`, `${n}`)
  await slow.commit()
  const all = await next(operator, start, 11)
  expect(new Set(idsOf(all)).size).toBe(11)
  expect(new Set(all.map(({ cursor }) => cursor)).size).toBe(11)
  for (const [index, { cursor }] of all.slice(0, -1).entries()) {
    const rest = all.slice(index + 1)
    expect(idsOf(await next(operator, cursor, rest.length))).toEqual(idsOf(rest))
    const { nodes } = await page(operator, cursor, 100)
    expect(idsOf(nodes).sort()).toEqual(idsOf(rest).sort())
  }
  await open.commit()
  const [late] = await next(operator, all.at(-1)?.cursor, 1)
  expect(late?.__typename).toBe('OperatorUpdated')
})

test('a program that takes one event per connection gets through them while others write', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  let cursor = await cursorOf(operator)
  const seen: string[] = []
  for (let n = 0; n < 4; n++) await desk.say(`${n}`, `${n}`)
  for (let connection = 0; connection < 20; connection++) {
    const slow = connection < 6 ? await beginSlowly(desk) : null
    if (connection < 4) await desk.say(`later ${connection}`, 'Hello')
    const [event] = await next(operator, cursor, 1)
    seen.push(event?.id)
    cursor = event?.cursor
    await slow?.commit()
  }
  // Four visitors and four more, with two events each, and six transactions that ended late.
  const { nodes } = await page(operator, cursor, 100)
  expect(seen.length + nodes.length).toBe(22)
  expect(new Set([...seen, ...idsOf(nodes)]).size).toBe(22)
})

test('a program may poll for some events and subscribe for others', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  let cursor = await cursorOf(operator)
  const seen: string[] = []
  for (let n = 0; n < 6; n++) await desk.say(`${n}`, `${n}`)
  for (let turn = 0; turn < 6; turn++) {
    const { nodes } = await page(operator, cursor, 1)
    const [replayed] = await next(operator, nodes[0].cursor, 1)
    seen.push(nodes[0].id, replayed?.id)
    cursor = replayed?.cursor
  }
  expect(new Set(seen).size).toBe(12)
  expect((await page(operator, cursor, 100)).nodes).toEqual([])
})
