import { randomUUID } from 'node:crypto'
import { isNonNullType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestErrorCodes } from '../../server/graphql/kit/error-codes.ts'
import { schema } from '../../server/graphql/schema.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { type Data, globalId } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

const nested = (levels: number): string =>
  levels === 0 ? 'id' : `visitor { chats(first: 1) { edges { node { ${nested(levels - 1)} } } } }`
const aliases = Array.from({ length: 31 }, (_, n) => `a${n}: viewer { email }`).join(' ')
const deep = (levels: number) => `{ ${'viewer { '.repeat(levels)} email ${'}'.repeat(levels)} }`

const refused: [name: string, query: string, variables?: Record<string, unknown>][] = [
  ['too many aliases', `{ ${aliases} }`],
  ['too much depth', `{ chats(view: ALL, first: 1) { edges { node { ${nested(3)} } } } }`],
  ['too much depth for a parser', deep(1_400)],
  [
    'too much cost',
    '{ chats(view: ALL, first: 100) { edges { node { messages(first: 100) { edges { node { id text } } } } } } }',
  ],
  ['too many tokens', `{ viewer { ${'email '.repeat(3_001)} } }`],
  ['introspection', '{ __schema { types { name } } }'],
  ['introspection of a type', '{ __type(name: "Chat") { name } }'],
  ['a document that is none', '{ viewer {'],
  ['a field that there is not', '{ nothing }'],
  ['a variable of another type', 'query ($id: ID!) { chat(by: { id: $id }) { id } }', { id: { a: 1 } }],
  ['a variable that is missing', 'query ($id: ID!) { chat(by: { id: $id }) { id } }'],
  [
    'a number that is none',
    'query ($n: Int) { channels(first: $n) { edges { node { id } } } }',
    { n: 2 ** 40 },
  ],
  ['a page of less than nothing', '{ channels(first: -1) { edges { node { id } } } }'],
  ['a null where none may be', 'query ($by: ChatBy! = { number: 1 }) { chat(by: $by) { id } }', { by: null }],
  ['an id that is none', '{ chat(by: { id: "nothing" }) { id } }'],
  ['an id of another type', `{ chat(by: { id: "${globalId('Channel', randomUUID())}" }) { id } }`],
  ['a cursor that is none', '{ channels(after: "nothing") { edges { node { id } } } }'],
  ['an empty cursor', '{ channels(after: "") { edges { node { id } } } }'],
  [
    'a cursor of no UUID',
    `{ channels(after: "${Buffer.from('GPC:S:nothing').toString('base64')}") { edges { node { id } } } }`,
  ],
  [
    'a cursor with NUL',
    `{ channels(before: "${Buffer.from('GPC:S:\u0000').toString('base64')}") { edges { node { id } } } }`,
  ],
]

describe('an operation that is refused', () => {
  test.each(refused)(
    'for %s is told the same over HTTP and over a socket, which stays',
    async (_name, query, variables) => {
      const [operator] = desk.operators
      const overHttp = await operator.execute(query, variables)
      const socket = openSocket(app.url, operator)
      const overSocket = await socket.execute(query, variables)
      expect(Object.values(overHttp.data ?? {}).filter((value) => value !== null)).toEqual([])
      expect(overHttp.errors?.length).toBeGreaterThan(0)
      for (const { message, extensions } of overHttp.errors ?? []) {
        expect(message).not.toBe('Unexpected error.')
        expect(extensions?.code).toMatch(/^(BAD_REQUEST|INVALID_CURSOR|QUERY_TOO_COSTLY)$/)
      }
      expect(overSocket.errors).toEqual(overHttp.errors)
      const { data } = await socket.execute('{ viewer { email } }')
      expect(data.viewer.email).toBe(operator.user.email)
      await socket.close()
    },
  )

  test.each([
    ['no JSON', 'nothing'],
    ['JSON of another kind', '[1]'],
    ['no query', '{}'],
    ['a query that is null', '{"query":null}'],
    ['an empty query', '{"query":" "}'],
    ['null', 'null'],
    ['a query that is a number', '{"query":1}'],
    ['variables that are a text', '{"query":"{ viewer { email } }","variables":"x"}'],
  ])('for a body that holds %s answers 400 with a code', async (_name, body) => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1' },
      body,
    })
    const { errors } = (await response.json()) as {
      errors: { message: string; extensions?: { code?: string } }[]
    }
    expect(response.status).toBe(400)
    expect(errors[0]?.extensions?.code).toBeDefined()
    expect(errors[0]?.message).not.toBe('Unexpected error.')
  })
})

test('a body without a query says what it should be', async () => {
  for (const body of ['{}', 'null', '[]', '{"query":""}', '{"variables":{}}']) {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      errors: [
        {
          message: expect.stringContaining('"query"'),
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    })
  }
})

test.each([
  ['{ visitor(by: { id: "x" }) { id } }', ['by', 'id']],
  [
    '{ visitor(by: { external: { channelId: "x", externalId: "1" } }) { id } }',
    ['by', 'external', 'channelId'],
  ],
  ['{ chats(filter: { status: [BOT], channelIds: ["x"] }) { totalCount } }', ['filter', 'channelIds', '0']],
  [
    `{ archivedChats(filter: { departmentIds: ["${globalId('Department', randomUUID())}", "${globalId('Chat', randomUUID())}"] }) { edges { cursor } } }`,
    ['filter', 'departmentIds', '1'],
  ],
])('an error about an id names where it is: %s', async (query, field) => {
  const { admin } = await openDesk(app)
  const { errors } = await admin.execute(query)
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST', field } }])
})

test('a bug is masked over a socket as it is over HTTP', async () => {
  const broken = await startTestApp()
  try {
    const { admin } = await openDesk(broken)
    const socket = openSocket(broken.url, admin)
    await socket.execute('{ viewer { email } }')
    await broken.services.db.$executeRawUnsafe('ALTER TABLE "Department" RENAME TO "Hidden"')
    const query = '{ departments { edges { node { name } } } }'
    const { data, errors } = await socket.execute(query)
    expect(data).toEqual({ departments: null })
    expect(errors).toEqual((await admin.execute(query)).errors)
    expect(errors).toMatchObject([{ message: 'Unexpected error.', extensions: { code: 'INTERNAL_ERROR' } }])
    await socket.close()
  } finally {
    await broken.close()
  }
})

test('a subscription that breaks is masked, too', async () => {
  const broken = await startTestApp()
  try {
    const { admin } = await openDesk(broken)
    const socket = openSocket(broken.url, admin)
    await socket.execute('{ viewer { email } }')
    await broken.services.db.$executeRawUnsafe('ALTER TABLE "Event" RENAME TO "Hidden"')
    const { errors } = await socket.execute('subscription { events(after: "0") { cursor } }')
    expect(errors).toMatchObject([{ message: 'Unexpected error.', extensions: { code: 'INTERNAL_ERROR' } }])
    expect(JSON.stringify(errors)).not.toMatch(/Hidden|"Event"|prisma|stack/i)
    await socket.close()
  } finally {
    await broken.close()
  }
})

describe('node', () => {
  const one = (id: string) => desk.operators[0].execute('query ($id: ID!) { node(id: $id) { id } }', { id })
  const many = (ids: string[], selection = 'id') =>
    desk.operators[0].execute(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${selection} } }`, { ids })
  const types =
    'ApiToken Bot BotEvent BotProvider Channel Chat ChatInvitation Delivery Department File Message'
      .concat(' Operator Session OperatorInvitation Visitor Viewer Account User Query Nothing Node __Type')
      .split(' ')
  const odd = ['', ' ', '%%%', 'bm90IGFuIGlk', '\u0000', '\ud800', 'Chat:', 'x'.repeat(10_000)]

  test.each(types)('of a missing %s is null', async (type) => {
    expect(await one(globalId(type, randomUUID()))).toMatchObject({ data: { node: null }, errors: undefined })
  })

  test.each(odd)('of %j, which is no id, is null', async (id) => {
    expect(await one(id)).toMatchObject({ data: { node: null }, errors: undefined })
  })

  test('of what only admins see is null for an operator, and not for an admin', async () => {
    const { db } = app.services
    const provider = await db.botProvider.create({
      data: {
        accountId: desk.account.id,
        name: 'Bots',
        publicId: randomUUID(),
        endpointUrl: 'http://127.0.0.1:9/',
      },
    })
    const id = globalId('BotProvider', provider.id)
    expect(await one(id)).toMatchObject({ data: { node: null }, errors: undefined })
    const { data } = await desk.admin.execute('query ($id: ID!) { node(id: $id) { id } }', { id })
    expect(data.node).toEqual({ id })
  })

  test('for many gives what it gives for each', async () => {
    await desk.say('many', 'Hello')
    const chat = await desk.chatOf('many')
    const message = await reply(desk.operators[0], chat.id, 'Hi')
    const foreign = await openDesk(app)
    const ids = [
      globalId('Chat', chat.id),
      globalId('Channel', foreign.channel.id),
      'nothing',
      globalId('Message', message),
      globalId('Chat', randomUUID()),
      globalId('Chat', chat.id),
    ]
    const { data, errors } = await many(ids)
    expect(errors).toBeUndefined()
    expect(data.nodes).toEqual([{ id: ids[0] }, null, null, { id: ids[3] }, null, { id: ids[0] }])
  })

  test('takes at most 100 ids, and costs what it gives for each of them', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => globalId('Chat', randomUUID()))
    expect((await many(ids(100))).data.nodes).toHaveLength(100)
    expect((await many(ids(101))).errors).toMatchObject([
      { extensions: { code: 'BAD_REQUEST', field: ['ids'] } },
    ])
    const page = '... on Chat { messages(first: 100) { edges { node { id text } } } }'
    expect((await many(ids(2), page)).errors).toBeUndefined()
    expect((await many(ids(100), page)).errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY' } }])
  })
})

test.each([
  ['createApiToken', { name: 'x', expiresAt: 'never' }, 'input.expiresAt'],
  ['sendMessage', { idempotencyKey: 'x', chatId: 'x' }, 'input.idempotencyKey'],
])('%s names the value that its scalar refuses', async (mutation, input, path) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code } } }`
  const { errors } = await desk.admin.execute(query, { input })
  expect(errors).toMatchObject([
    { message: expect.stringContaining(`"${path}"`), extensions: { code: 'BAD_REQUEST' } },
  ])
})

describe('extensions.code', () => {
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1', ...headers },
      body,
    })
  const ask = (query: string, headers?: Record<string, string>) => post(JSON.stringify({ query }), headers)
  const asOperator = (query: string) => ask(query, { cookie: desk.operators[0].cookie })

  /** INTERNAL_ERROR is shown above, SERVICE_UNAVAILABLE in store-away.test.ts, REQUEST_TIMEOUT with slow bodies. */
  const given: Record<string, [status: number, answer: () => Promise<Response>]> = {
    BAD_REQUEST: [400, () => post('{"query":1}')],
    FORBIDDEN: [200, () => asOperator('{ bots { edges { node { id } } } }')],
    INVALID_CURSOR: [200, () => asOperator('{ channels(after: "x") { edges { node { id } } } }')],
    PAYLOAD_TOO_LARGE: [413, () => post(JSON.stringify({ query: `{ ${'x'.repeat(600_000)} }` }))],
    QUERY_TOO_COSTLY: [200, () => asOperator(`{ viewer { ${'email '.repeat(3_001)} } }`)],
    UNAUTHENTICATED: [401, () => ask('{ chatCounts { all } }')],
    UNSUPPORTED_MEDIA_TYPE: [415, () => post('{}', { 'content-type': 'text/plain' })],
  }

  test.each(Object.entries(given))('is %s where the schema says so', async (code, [status, answer]) => {
    const response = await answer()
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] }
    expect(errors.map(({ extensions }) => extensions.code)).toEqual([code])
    expect(response.status).toBe(status)
  })

  test('is RATE_LIMITED for more than 50 operations at once on one socket, which stays', async () => {
    const socket = openSocket(app.url, desk.operators[0])
    await socket.execute('{ viewer { email } }')
    for (let count = 0; count < 50; count++) void socket.execute('subscription { events { __typename } }')
    const { errors } = await socket.execute('{ viewer { email } }')
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    await socket.close()
  })

  test('is one of the documented ones', () => {
    const elsewhere = ['INTERNAL_ERROR', 'RATE_LIMITED', 'REQUEST_TIMEOUT', 'SERVICE_UNAVAILABLE']
    expect([...Object.keys(given), ...elsewhere].sort()).toEqual(Object.keys(requestErrorCodes).sort())
  })
})

test('a field that is refused takes no other field with it', async () => {
  const refusedTo = await desk.operators[0].execute(`{
    viewer { email }
    departments { nodes { id } }
    auditEntries { nodes { id } }
    retention { keepChatsDays }
    openChatCount(of: "${globalId('Channel', desk.channel.id)}")
    channels(first: -1) { nodes { id } }
  }`)
  expect(refusedTo.data).toEqual({
    viewer: { email: desk.operators[0].user.email },
    departments: { nodes: [] },
    auditEntries: null,
    retention: null,
    openChatCount: null,
    channels: null,
  })
  const codes = (refusedTo.errors ?? []).map(({ path, extensions }: Data) => [path[0], extensions.code])
  expect(Object.fromEntries(codes)).toEqual({
    auditEntries: 'FORBIDDEN',
    retention: 'FORBIDDEN',
    openChatCount: 'FORBIDDEN',
    channels: 'BAD_REQUEST',
  })
})

test('every page can be null', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  const pages = fields.filter(({ args }) => args.some(({ name }) => name === 'first'))
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([])
})
