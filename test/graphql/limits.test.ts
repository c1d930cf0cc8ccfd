import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { globalId, graphqlAs } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: viewer { email }`).join(' ')} }`
const nested = (levels: number): string =>
  levels === 0 ? 'id' : `visitor { chats(first: 1) { edges { node { ${nested(levels - 1)} } } } }`

describe('a query that asks for too much is refused before it runs', () => {
  test.each([
    [
      'depth',
      `{ chats(view: ALL, first: 1) { edges { node { ${nested(3)} } } } }`,
      /depth of \d+ exceeds max depth of 12/,
    ],
    ['aliases', aliases(31), 'Aliases limit of 30'],
    [
      'cost',
      '{ chats(view: ALL, first: 100) { edges { node { messages(first: 100) { edges { node { id text } } } } } } }',
      /complexity of \d+ exceeds max complexity of 20000/,
    ],
    ['tokens', `{ viewer { ${'email '.repeat(3_001)} } }`, 'Token limit of 3000'],
    ['introspection', '{ __schema { types { name } } }', 'introspection'],
  ])('%s, and the error says so', async (_name, query, message) => {
    const { data, errors } = await desk.operators[0].execute(query)
    expect(data ?? null).toBeNull()
    expect(errors?.[0]?.message).toMatch(message)
    expect(errors?.[0]?.extensions?.code).not.toBe('INTERNAL_ERROR')
  })

  test('what the limits allow runs', async () => {
    const { data, errors } = await desk.operators[0].execute(aliases(30))
    expect(errors).toBeUndefined()
    expect(Object.keys(data)).toHaveLength(30)
  })

  test('several operations in one request are refused', async () => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-graphql-yoga-csrf': '1',
        cookie: desk.operators[0].cookie,
      },
      body: JSON.stringify([{ query: '{ viewer { email } }' }, { query: '{ viewer { email } }' }]),
    })
    expect(response.status).toBe(400)
  })

  test('a subscription over HTTP is refused: nothing would end it with the session', async () => {
    const { data, errors } = await desk.operators[0].execute('subscription { events { id } }')
    expect(data ?? null).toBeNull()
    expect(errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
  })

  test.each([
    ['depth', `subscription { events { ... on ChatEvent { chat { ${nested(3)} } } } }`],
    [
      'complexity',
      'subscription { events { ... on ChatEvent { chat { visitor { chats(first: 100) { edges { node { messages(first: 100) { edges { node { id text } } } } } } } } } } }',
    ],
  ])('over a socket too: a subscription, %s', async (measure, query) => {
    const feed = openFeed(app.url, { cookie: desk.operators[0].cookie, query })
    await expect.poll(() => feed.errors.flat()).toHaveLength(1)
    expect(feed.errors.flat()[0].message).toContain(`exceeds max ${measure}`)
    await feed.close()
  })
})

test('a socket runs fifty operations at once, and refuses one more without ending the others', async () => {
  const socket = openSocket(app.url, desk.operators[0])
  // From the beginning, so that none misses the message that begins later.
  const subscription = 'subscription { events(after: "0") { ... on MessageCreated { message { text } } } }'
  const told = Array.from({ length: 49 }, () => socket.collect(subscription))
  const read = () => socket.execute('{ viewer { email } }')
  expect((await read()).errors).toBeUndefined()
  told.push(socket.collect(subscription))
  expect((await read()).errors?.[0]?.extensions?.code).toBe('RATE_LIMITED')
  const text = randomUUID()
  await desk.say('visitor', text)
  const heard = () => told.filter((events) => JSON.stringify(events).includes(text))
  await expect.poll(() => heard().length).toBe(50)
  await socket.close()
})

describe('a request that a page of another origin can make', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded'])('is refused: a form as %s', async (type) => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': type, cookie: desk.operators[0].cookie },
      body: JSON.stringify({ query: '{ viewer { email } }' }),
    })
    expect([403, 415]).toContain(response.status)
    expect(await response.text()).not.toContain(desk.operators[0].user.email)
  })

  test('gets no permission to send cookies or to pass for a page of ours, and nothing of whoever is signed in', async () => {
    const origin = 'https://evil.example'
    const asked = await fetch(`${app.url}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(asked.headers.get('access-control-allow-headers')).not.toContain('csrf')
    const { cookie } = desk.operators[0]
    // A browser would not send the cookie; if it did, a widget's request would still be nobody's.
    const answered = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json', 'x-svc-widget': 'x' },
      body: JSON.stringify({ query: '{ viewer { email } }' }),
    })
    expect(await answered.json()).toEqual({ data: { viewer: null } })
    for (const { headers } of [asked, answered]) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.has('access-control-allow-credentials')).toBe(false)
    }
  })

  test('is refused: a link', async () => {
    const query = encodeURIComponent('{ viewer { email } }')
    const { cookie } = desk.operators[0]
    const response = await fetch(`${app.url}/graphql?query=${query}`, { headers: { cookie } })
    expect(response.status).toBe(403)
  })
})

describe('an error', () => {
  test('that is a bug is masked: nothing of the database reaches the caller', async () => {
    const broken = await startTestApp()
    try {
      const { admin } = await openDesk(broken)
      await broken.services.db.$executeRawUnsafe('ALTER TABLE "Department" RENAME TO "Hidden"')
      const { data, errors } = await admin.execute('{ departments { edges { node { name } } } }')
      expect(data).toEqual({ departments: null })
      expect(errors?.[0]).toMatchObject({
        message: 'Unexpected error.',
        extensions: { code: 'INTERNAL_ERROR' },
      })
      expect(JSON.stringify(errors)).not.toMatch(/"Department"|prisma|select|stack/)
    } finally {
      await broken.close()
    }
  })

  test.each([
    ['an id of nothing', 'bm90IGFuIGlk'],
    ['an id that is no base64', '%%%'],
    [
      'an id of a type that there is not',
      Buffer.from('Nothing:00000000-0000-7000-8000-000000000000').toString('base64'),
    ],
  ])('for %s says that the request is wrong, not that we are', async (_name, id) => {
    const { errors } = await desk.operators[0].execute('query ($id: ID!) { node(id: $id) { id } }', { id })
    expect(errors?.[0]?.extensions?.code ?? 'BAD_REQUEST').not.toBe('INTERNAL_ERROR')
  })

  test.each([['GPC:S:nothing'], ['nothing']])(
    'for the cursor %s says that the request is wrong, too',
    async (cursor) => {
      const after = Buffer.from(cursor).toString('base64')
      const { errors } = await desk.operators[0].execute(
        'query ($after: String) { chats(view: ALL, after: $after) { edges { node { id } } } }',
        { after },
      )
      expect(errors?.[0]).toMatchObject({
        message: 'This is not a valid cursor. Use one from a page that you have read.',
        extensions: { code: 'INVALID_CURSOR' },
      })
    },
  )

  test('for a search for a character that no text can hold names the argument', async () => {
    const { errors } = await desk.operators[0].execute(
      'query ($search: String) { chats(view: ALL, search: $search) { edges { node { id } } } }',
      { search: 'a\u0000b' },
    )
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST', field: ['search'] })
  })

  test.each([
    ['chat(by: { id: $id }) { id }', 'by', 'id'],
    ['channel(id: $id) { id }', 'id'],
    ['openChatCount(of: $id)', 'of'],
  ])('for an id that is none, or of another type, names the argument of %s', async (field, ...argument) => {
    const query = `query ($id: ID!) { ${field} }`
    for (const id of ['nothing', globalId('Message', randomUUID())]) {
      const { errors } = await desk.admin.execute(query, { id })
      expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST', field: argument })
    }
  })

  test('is the mutation’s own for a text that holds such a character', async () => {
    await desk.say('visitor', 'Hello')
    const { execute } = desk.operators[0]
    const chat = await execute('{ chats(view: ALL) { edges { node { id } } } }')
    const { data, errors } = await execute(
      'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { text } userErrors { code field } } }',
      {
        input: {
          idempotencyKey: crypto.randomUUID(),
          chatId: chat.data.chats.edges[0].node.id,
          text: 'a\u0000b\ud83d',
        },
      },
    )
    expect(errors).toBeUndefined()
    expect(data.sendMessage.userErrors).toEqual([{ code: 'INVALID', field: ['input', 'text'] }])
  })
})

test('the schema is public although introspection is off', async () => {
  const response = await fetch(`${app.url}/schema.graphql`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('type Subscription')
  const { errors } = await graphqlAs(app.url)('{ __type(name: "Chat") { name } }')
  expect(errors?.length).toBeGreaterThan(0)
})
