import { randomUUID } from 'node:crypto'
import { type GraphQLObjectType, getNamedType, isListType, isNonNullType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../server/graphql/schema.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordRows } from '../support/count-statements.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app, { operators: 2 })
  for (const visitor of ['Ada', 'Bob', 'Cem']) await desk.say(visitor, 'Hello')
  await desk.say('Ada', 'Are you there?')
  const { db } = app.services
  const accountId = desk.account.id
  const { id: providerId } = await db.botProvider.create({
    data: { accountId, name: 'Bots', publicId: randomUUID(), endpointUrl: 'http://127.0.0.1:9/' },
  })
  const token = { tokenHash: Buffer.from(randomUUID()), tokenEncrypted: Buffer.from('x') }
  await db.bot.create({ data: { accountId, providerId, name: 'Bot', ...token } })
  await db.webhookEndpoint.create({
    data: {
      accountId,
      name: 'CRM',
      url: 'http://127.0.0.1:9/',
      events: [],
      secretEncrypted: Buffer.from('x'),
    },
  })
})
afterAll(() => app.close())

const objects = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
)
const connections = objects.filter((type) => 'pageInfo' in type.getFields())
const fields = objects.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ path: `${type.name}.${field.name}`, field })),
)
/** Every field that gives a page of what there is now. The event log is read in its own way: see polling.test.ts. */
const pages = fields.filter(
  ({ path, field }) =>
    path !== 'Query.events' && connections.some((type) => type === getNamedType(field.type)),
)

describe('in the schema', () => {
  test('each node has one connection type, named after it, with `edges`, `nodes` and `pageInfo`', () => {
    expect(connections.length).toBeGreaterThan(8)
    for (const type of connections) {
      const { nodes, edges, pageInfo, totalCount, ...others } = type.getFields()
      const node = nodes && getNamedType(nodes.type).name
      expect(type.name).toBe(`${node}Connection`)
      expect(String(nodes?.type)).toBe(`[${node}!]!`)
      expect(String(edges?.type)).toBe(`[${node}Edge!]!`)
      expect(String(pageInfo?.type)).toBe('PageInfo!')
      expect(['Int', 'Int!', undefined]).toContain(totalCount && String(totalCount.type))
      expect(Object.keys(others)).toEqual([])
    }
  })

  test('every page takes the same four arguments, which say their limits', () => {
    expect(pages.length).toBeGreaterThan(8)
    for (const { path, field } of pages) {
      const args = Object.fromEntries(field.args.map((arg) => [arg.name, arg]))
      for (const name of ['first', 'last', 'after', 'before'])
        expect([path, name in args]).toEqual([path, true])
      for (const name of ['first', 'last']) expect(args[name]?.description).toContain('1 to 100')
    }
  })

  test('a list that is no page says how long it can be, or belongs to something small', () => {
    const SMALL = new Set(['edges', 'nodes', 'userErrors', 'field'])
    const unbounded = fields.filter(({ field }) => {
      const type = isNonNullType(field.type) ? field.type.ofType : field.type
      return isListType(type) && !SMALL.has(field.name) && !/at most \w+/.test(field.description ?? '')
    })
    expect(unbounded.map(({ path }) => path)).toEqual([])
  })
})

const PARENTS: Record<string, (page: string) => string> = {
  Query: (page) => page,
  Chat: (page) => `chats(view: ALL) { nodes { ${page} } }`,
  Visitor: (page) => `chats(view: ALL) { nodes { visitor { ${page} } } }`,
  Channel: (page) => `channels { nodes { ${page} } }`,
  Bot: (page) => `bots { nodes { ${page} } }`,
  WebhookEndpoint: (page) => `webhookEndpoints { nodes { ${page} } }`,
  CallSettings: (page) => `callSettings { ${page} }`,
}

describe.each(pages)('$path', ({ path, field }) => {
  const [parent = '', name = ''] = path.split('.')
  const counted = 'totalCount' in (getNamedType(field.type) as GraphQLObjectType).getFields()
  const ask = (args: string) => {
    const required = name === 'chats' && parent === 'Query' ? 'view: ALL, ' : ''
    return desk.admin.execute(
      `{ ${PARENTS[parent]?.(`${name}(${required}${args}) { pageInfo { endCursor } ${counted ? 'totalCount' : ''} }`)} }`,
    )
  }
  const cursor = Buffer.from('GPC:S:00000000-0000-7000-8000-000000000000').toString('base64')

  test.each([
    ['first: 0', 'first'],
    ['first: -1', 'first'],
    ['first: 101', 'first'],
    ['last: 0', 'last'],
    ['last: 101', 'last'],
    ['first: 1, last: 1', 'last'],
    [`first: 1, before: "${cursor}"`, 'before'],
    [`last: 1, after: "${cursor}"`, 'after'],
    [`after: "${cursor}", before: "${cursor}"`, 'before'],
    ['after: "x"', 'after', 'INVALID_CURSOR'],
    [`after: "${cursor}"`, 'after', 'INVALID_CURSOR'],
    [`last: 1, before: "${cursor}"`, 'before', 'INVALID_CURSOR'],
  ])('refuses (%s) and names the argument', async (args, argument, code = 'BAD_REQUEST') => {
    const { errors } = await ask(args)
    expect(errors?.[0]?.extensions).toEqual({ code, field: [argument] })
  })

  test('gives pages of 1 and of 100', async () => {
    for (const args of ['first: 1', 'first: 100', 'last: 1', 'last: 100']) {
      expect((await ask(args)).errors).toBeUndefined()
    }
  })
})

test('a cursor stays valid after the last entry, and when its entry has left the list, until the entry is deleted', async () => {
  const own = await openDesk(app)
  await own.say('Ada', 'Hello')
  const { id } = await own.chatOf('Ada')
  const page = async (after: string | null) => {
    const query =
      'query ($after: String) { chats(view: WAITING, after: $after) { pageInfo { endCursor } nodes { id } } }'
    const { data, errors } = await own.admin.execute(query, { after })
    return { chats: data?.chats, extensions: errors?.[0]?.extensions }
  }
  const { endCursor } = (await page(null)).chats.pageInfo
  expect((await page(endCursor)).chats.nodes).toEqual([])
  await mutate(own.admin.execute, 'closeChat', { chatId: globalId('Chat', id) })
  expect((await page(endCursor)).chats.nodes).toEqual([])
  await app.services.db.chat.delete({ where: { id } })
  expect((await page(endCursor)).extensions).toEqual({ code: 'INVALID_CURSOR', field: ['after'] })
})

test('a size that is refused does not make the rest of the operation cheaper', async () => {
  const dear = 'chats(view: ALL, first: 100) { nodes { messages(first: 100) { nodes { id text } } } }'
  const { data, errors } = await desk.admin.execute(
    `{ channels(first: -2000000000) { nodes { id } } ${dear} }`,
  )
  expect(data ?? null).toBeNull()
  expect(errors?.[0]?.message).toContain('exceeds max complexity')
})

test('`nodes` are the nodes of the edges', async () => {
  const { data } = await desk.admin.execute('{ chats(view: ALL) { edges { node { id } } nodes { id } } }')
  expect(data.chats.nodes).toHaveLength(3)
  expect(data.chats.nodes).toEqual(data.chats.edges.map(({ node }: Data) => node))
})

test('`totalCount` counts what all pages hold', async () => {
  const { data, errors } = await desk.admin.execute(`{
    chats(view: ALL, first: 1) { totalCount nodes { id visitor { chats { totalCount } } } }
    closed: chats(view: CLOSED) { totalCount }
    found: chats(view: ALL, search: "Ada") { totalCount nodes {
      messages(first: 1) { totalCount } visitor { messages(first: 1) { totalCount } }
    } }
    visitors { totalCount } visitorsOnSite { totalCount }
    operators(first: 1) { totalCount }
    channels { totalCount } departments { totalCount } bots { totalCount } botProviders { totalCount }
  }`)
  expect(errors).toBeUndefined()
  expect(data).toMatchObject({
    chats: { totalCount: 3, nodes: [{ visitor: { chats: { totalCount: 1 } } }] },
    closed: { totalCount: null },
    found: {
      totalCount: null,
      nodes: [{ messages: { totalCount: 2 }, visitor: { messages: { totalCount: 2 } } }],
    },
    visitors: { totalCount: null },
    visitorsOnSite: { totalCount: 0 },
    operators: { totalCount: 3 },
    channels: { totalCount: 1 },
    departments: { totalCount: 0 },
    bots: { totalCount: 1 },
    botProviders: { totalCount: 1 },
  })
})

test('no entries are read for a page of which only the number is asked', async () => {
  const statements = await recordRows(() => desk.admin.execute('{ chats(view: ALL) { totalCount } }'))
  const ofChats = statements.filter(({ sql }) => /FROM "Chat"/.test(sql))
  expect(ofChats.map(({ sql }) => /count\(/.test(sql))).toEqual([true])
})

test('the counts of several parents are one statement', async () => {
  const statements = await recordRows(() =>
    desk.admin.execute('{ chats(view: ALL) { nodes { visitor { chats { totalCount } } } } }'),
  )
  expect(statements.filter(({ sql }) => /count\(/.test(sql))).toHaveLength(1)
})
