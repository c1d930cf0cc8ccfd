import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'

let app: TestApp
let desk: Desk
let message: string
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('a', 'Hello')
  const { id } = await desk.chatOf('a')
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  for (let n = 0; n < 20; n++) message = globalId('Message', await reply(operator, id, 'é'.repeat(4_000)))
})
afterAll(() => app.close())

const texts = (count: number) => Array.from({ length: count }, (_, n) => `t${n}: text`).join(' ')
const REPEATED = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Message { ${texts(29)} } } }`

async function post(query: string, variables: object, as: Record<string, string>): Promise<Response> {
  return fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1', ...as },
    body: JSON.stringify({ query, variables }),
  })
}

describe('an answer that becomes too large', () => {
  const refused = [{ extensions: { code: 'QUERY_TOO_COSTLY' } }]

  test('is not made: one id a hundred times, with its text under many names', async () => {
    const { cookie } = desk.operators[0]
    const response = await post(REPEATED, { ids: Array(100).fill(message) }, { cookie })
    const text = await response.text()
    expect(text.length).toBeLessThan(1_000)
    expect(JSON.parse(text)).toMatchObject({ errors: refused })
  })

  test('is not made over a socket either', async () => {
    const { cookie } = desk.operators[0]
    const socket = openSocket(app.url, { cookie })
    const { data, errors } = await socket.execute(REPEATED, { ids: Array(100).fill(message) })
    expect([data ?? null, errors]).toMatchObject([null, refused])
    await socket.close()
  })

  test('is not made of an event', async () => {
    const { cookie } = desk.operators[0]
    const query = `subscription { events(after: "0", types: [CHAT_ACCEPTED]) {
      ... on ChatAccepted { chat { messages(first: 100) { nodes { ${texts(29)} } } } }
    } }`
    const feed = openFeed(app.url, { cookie, query })
    await expect.poll(() => feed.errors.flat()).toMatchObject(refused)
    expect(feed.errors.flat()[0].message).toContain('4 MiB')
    await feed.close()
  })

  test('is made when it is what people need: a page of the longest messages', async () => {
    const { execute } = desk.operators[0]
    const { data, errors } = await execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Message { id text } } }',
      { ids: Array(100).fill(message) },
    )
    expect(errors).toBeUndefined()
    expect(data.nodes).toHaveLength(100)
  })

  test('cannot be made of long names', async () => {
    const { errors } = await desk.operators[0].execute(`{ viewer { ${'a'.repeat(65)}: email } }`)
    expect(errors).toMatchObject(refused)
    const { data } = await desk.operators[0].execute(`{ viewer { ${'a'.repeat(64)}: email } }`)
    expect(data.viewer).toEqual({ ['a'.repeat(64)]: desk.operators[0].user.email })
  })
})

describe('the budget of a caller', () => {
  const COSTLY = '{ chats(view: ALL, first: 90) { nodes { messages(first: 100) { nodes { id seq } } } } }'
  let tight: TestApp
  let second: TestApp | undefined
  beforeAll(async () => {
    tight = await startTestApp({ variables: { GRAPHQL_COST_LIMIT: '50000' } })
    if (tight.stores.redisUrl)
      second = await startTestApp({ stores: tight.stores, variables: { GRAPHQL_COST_LIMIT: '50000' } })
  })
  afterAll(async () => {
    await second?.close()
    await tight.close()
  })

  const ask = (url: string, query: string, headers: Record<string, string>) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1', ...headers },
      body: JSON.stringify({ query }),
    })

  test('is told in headers, in the answer and by a query, and an operation costs what it may answer', async () => {
    const { operators } = await openDesk(tight)
    const response = await ask(tight.url, '{ rateLimit { cost limit maxCost maxDepth remaining resetAt } }', {
      cookie: operators[0].cookie,
    })
    const { data, extensions } = (await response.json()) as never as Record<string, Record<string, object>>
    expect(data?.rateLimit).toMatchObject({ cost: 107, limit: 50_000, maxDepth: 12, remaining: 49_893 })
    expect(extensions?.cost).toMatchObject({ cost: 107, limit: 50_000, remaining: 49_893 })
    const { headers } = response
    expect(headers.get('ratelimit-policy')).toBe('"cost";q=50000;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"cost";r=49893;t=\d+$/)
    expect(headers.get('ratelimit-remaining')).toBe('49893')
  })

  test('is used up by costly operations; others are not held up, and sockets share it', async () => {
    const { operators } = await openDesk(tight, { operators: 2 })
    const [one, other] = operators
    const answers = []
    for (let n = 0; n < 3; n++) answers.push(await ask(tight.url, COSTLY, { cookie: one.cookie }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    const last = answers[2] as Response
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(last.headers.get('ratelimit')).toMatch(/^"cost";r=0;t=\d+$/)
    expect(await last.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
    const socket = openSocket(tight.url, one)
    expect((await socket.execute(COSTLY)).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    await socket.close()
    expect((await ask(tight.url, COSTLY, { cookie: (other ?? one).cookie })).status).toBe(200)
  })

  test('is one for all processes', async () => {
    const url = second?.url ?? tight.url
    const [operator] = (await openDesk(tight)).operators
    for (let n = 0; n < 2; n++) await ask(tight.url, COSTLY, { cookie: operator.cookie })
    // Processes tell each other a moment later; a cheap operation does not change what is left by much.
    const probe = async () => {
      const response = await ask(url, '{ viewer { email } }', { cookie: operator.cookie })
      return Number(response.headers.get('ratelimit-remaining'))
    }
    await expect.poll(probe).toBeLessThan(16_000)
    expect((await ask(url, COSTLY, { cookie: operator.cookie })).status).toBe(429)
  })
})
