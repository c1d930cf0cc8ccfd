import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOG_DAYS } from '../../server/events/position.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  const variables = { CHANNEL_RATE_LIMIT: '100000', VISITOR_RATE_LIMIT: '100000' }
  app = await startTestApp({ variables })
})
afterAll(() => app.close())

/** After more events than this that nobody announced, screens read everything again. */
const MISSED_LIMIT = 2_000

const PAGE = `query ($after: String, $first: Int, $types: [EventType!]) {
  events(after: $after, first: $first, types: $types) {
    edges { cursor node {
      __typename id cursor occurredAt actor { __typename name }
      ... on MessageCreated { message { uuid } }
    } }
    pageInfo { endCursor hasNextPage startCursor }
  }
}`

async function read(
  { execute }: Pick<Person, 'execute'>,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const { data, errors } = await execute(PAGE, variables)
  expect(errors).toBeUndefined()
  return (data as Data).events
}

/** Every page from there on, to the end. */
async function readAll(person: Person, first: number, after: string | null = null): Promise<Data[]> {
  const events: Data[] = []
  for (let cursor = after; ; ) {
    const page = await read(person, { first, after: cursor })
    events.push(...page.edges.map(({ node }: Data) => node))
    cursor = page.pageInfo.endCursor
    if (!page.pageInfo.hasNextPage) return events
  }
}

const idsOf = (events: Data[]) => events.map(({ id }) => id)

async function stored({ account }: Desk): Promise<string[]> {
  const rows = await app.services.db.event.findMany({ where: { accountId: account.id, userId: null } })
  return rows.map(({ id }) => String(id)).sort()
}

test('a program that polls gets every event once, page by page, with who did it', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  for (let n = 0; n < 5; n++) await desk.say('a', `${n}`)
  const { id } = await desk.chatOf('a')
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  const events = await readAll(operator, 2)
  expect(idsOf(events).sort()).toEqual(await stored(desk))
  expect(events[0]).toMatchObject({ __typename: 'ChatOpened', actor: { __typename: 'Visitor' } })
  expect(events.at(-1)).toMatchObject({
    __typename: 'ChatAccepted',
    actor: { __typename: 'Operator', name: operator.user.name },
  })
  const everything = await read(operator)
  expect(everything.edges.every(({ cursor, node }: Data) => cursor === node.cursor)).toBe(true)
  const later = await read(operator, { after: everything.pageInfo.endCursor })
  expect([later.edges, later.pageInfo.hasNextPage]).toEqual([[], false])
  const uuid = await desk.say('a', 'later')
  const { edges } = await read(operator, { after: later.pageInfo.endCursor })
  expect(edges.map(({ node }: Data) => node.message?.uuid)).toEqual([uuid])
})

test('pages have no holes while others write, also transactions that began before and end later', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const slow = await connectPostgres(app.stores.databaseUrl)
  const seen: Data[] = []
  let after: string | null = null
  const poll = async () => {
    const page = await read(operator, { first: 3, after })
    seen.push(...page.edges.map(({ node }: Data) => node))
    after = page.pageInfo.endCursor
    return page.edges.length
  }
  try {
    for (let round = 0; round < 6; round++) {
      await slow.query('BEGIN')
      await slow.query(
        `INSERT INTO "Event" ("accountId", kind, "subjectId") VALUES ($1, 'OPERATOR_UPDATED', $2)`,
        [desk.account.id, operator.user.id],
      )
      const saying = Array.from({ length: 5 }, () => desk.say(randomUUID(), 'Hello'))
      await poll()
      await Promise.all(saying)
      await poll()
      await slow.query('COMMIT')
      await poll()
    }
  } finally {
    await slow.end()
  }
  while ((await poll()) > 0);
  expect(idsOf(seen).sort()).toEqual(await stored(desk))
})

test('a page of few types is found among many events', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await app.services.db.$executeRaw`
    INSERT INTO "Event" ("accountId", kind, "subjectId")
    SELECT ${desk.account.id}::uuid, 'OPERATOR_UPDATED', ${operator.user.id}::uuid FROM generate_series(1, 12000)`
  await desk.say('a', 'Hello')
  const found: Data[] = []
  let pages = 0
  for (let after: string | null = null; ; pages++) {
    const page: Data = await read(operator, { after, types: ['CHAT_OPENED'] })
    found.push(...page.edges)
    after = page.pageInfo.endCursor
    if (!page.pageInfo.hasNextPage) break
  }
  expect(found.map(({ node }) => node.__typename)).toEqual(['ChatOpened'])
  expect(pages).toBe(2)
})

test('nobody reads what they may not see', async () => {
  const [desk, other] = [await openDesk(app, { operators: 2 }), await openDesk(app)]
  const [reader, colleague] = desk.operators as [Person, Person]
  await desk.say('a', 'secret')
  const { id } = await desk.chatOf('a')
  await mutate(reader.execute, 'markChatRead', { chatId: globalId('Chat', id), seq: 1 })
  const stranger = await makeUser(app.services, { accountId: desk.account.id })
  const { cookie } = await signedIn(app.services, stranger.id)
  const outsider = { execute: graphqlAs(app.url, { cookie }) }
  const typesFor = async (person: Pick<Person, 'execute'>) =>
    (await read(person)).edges.map(({ node }: Data) => node.__typename)
  expect(await typesFor(reader)).toEqual(['ChatOpened', 'MessageCreated', 'ChatRead'])
  expect(await typesFor(colleague)).toEqual(['ChatOpened', 'MessageCreated'])
  expect(await typesFor(outsider)).toEqual([])
  expect(await typesFor(other.operators[0])).toEqual([])
})

test('a cursor that was never given out, or that the log has outlived, is refused', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { endCursor } = (await read(operator)).pageInfo
  const [at = '', xmax = '', open = ''] = endCursor.split('.')
  const old = (Number.parseInt(at, 36) - LOG_DAYS * 24 * 3_600_000).toString(36)
  const wrong = [
    '',
    'abc',
    '~',
    '0~0',
    `${endCursor}~${endCursor}`,
    `${endCursor}~~1.1`,
    `${endCursor}~0~1.1~1`,
  ]
  const gone = [`${old}.${xmax}.${open}`, `${at}.${Number(xmax) + 1_000_000}.`]
  for (const after of [...wrong, ...gone]) {
    const { errors } = await operator.execute(PAGE, { after })
    expect([after, errors?.[0]?.extensions]).toEqual([after, { code: 'INVALID_CURSOR', field: ['after'] }])
  }
  for (const first of [0, 101, -1]) {
    const { errors } = await operator.execute(PAGE, { first })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_REQUEST', field: ['first'] })
  }
})

test('the subscription goes on where a page ended, and sends only the types and chats that are asked for', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  for (const visitor of ['a', 'b']) await desk.say(visitor, 'before')
  const { edges } = await read(operator, { first: 1 })
  const [a, b] = await Promise.all([desk.chatOf('a'), desk.chatOf('b')])
  const ids = `["${globalId('Chat', a.id)}"]`
  const query = `subscription ($after: String) {
    events(after: $after, types: [MESSAGE_CREATED, CHAT_CLOSED], chatIds: ${ids}) {
      __typename id ... on ChatEvent { chat { id } } ... on MessageCreated { message { text } }
    }
  }`
  const feed = openFeed(app.url, { cookie: operator.cookie, query, after: edges[0].cursor })
  await feed.waitFor(({ message }) => message?.text === 'before')
  for (const { id } of [b, a]) {
    await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
    await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
  }
  await feed.waitFor(({ kind }) => kind === 'CHAT_CLOSED')
  expect(new Set(feed.events.map(({ chat }) => chat.id))).toEqual(new Set([globalId('Chat', a.id)]))
  expect(new Set(feed.events.map(({ kind }) => kind))).toEqual(new Set(['MESSAGE_CREATED', 'CHAT_CLOSED']))
  await feed.close()
})

test('a subscription for some types of some chats is told, too, when everything must be read again', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('a', 'Hello')
  const { id } = await desk.chatOf('a')
  const chatId = globalId('Chat', id)
  const query = `subscription { events(types: [CHAT_CLOSED], chatIds: ["${chatId}"]) { __typename } }`
  const feed = openFeed(app.url, { cookie: operator.cookie, query })
  const { hub, db } = app.services
  await expect.poll(() => hub.isFollowed(desk.account.id)).toBe(true)
  await hub.check()
  await mutate(operator.execute, 'acceptChat', { chatId })
  const missed = {
    accountId: desk.account.id,
    kind: 'OPERATOR_UPDATED',
    subjectId: operator.user.id,
  } as const
  await db.event.createMany({ data: Array.from({ length: MISSED_LIMIT + 1 }, () => missed) })
  await feed.waitFor(({ kind }) => kind === 'RESYNC_REQUIRED')
  await mutate(operator.execute, 'closeChat', { chatId })
  await feed.waitFor(({ kind }) => kind === 'CHAT_CLOSED')
  expect(feed.events).toHaveLength(2)
  await feed.close()
})

test('what a process of an earlier version wrote is shown as what happened', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators as [Person, Person]
  await desk.say('a', 'Hello')
  const chat = await desk.chatOf('a')
  const { db } = app.services
  const about = { accountId: desk.account.id, channelId: chat.channelId, chatId: chat.id }
  const message = await db.message.create({
    data: {
      accountId: about.accountId,
      chatId: chat.id,
      seq: 2,
      author: 'OPERATOR',
      type: 'TEXT',
      text: 'Hi',
    },
  })
  await db.outboxItem.create({
    data: {
      kind: 'CLIENT_REPLY',
      accountId: about.accountId,
      receiverId: about.channelId,
      chatId: chat.id,
      messageId: message.id,
      lane: `CLIENT_REPLY:${chat.visitorId}`,
      state: 'SENT',
    },
  })
  const invitation = await db.chatInvitation.create({
    data: {
      accountId: about.accountId,
      chatId: chat.id,
      kind: 'JOIN',
      state: 'DECLINED',
      fromUserId: operator.user.id,
      toUserId: colleague.user.id,
      expiresAt: new Date(),
    },
  })
  const feed = openFeed(app.url, { cookie: operator.cookie, after: '0' })
  await db.event.create({ data: { ...about, kind: 'MESSAGE_UPDATED', messageId: message.id } })
  await db.event.create({ data: { ...about, kind: 'CHAT_INVITATION_UPDATED', subjectId: invitation.id } })
  await feed.waitFor(({ kind, message: told }) => kind === 'DELIVERY_SENT' && told.uuid === message.id)
  await feed.waitFor(({ kind }) => kind === 'CHAT_INVITATION_DECLINED')
  // What became of these cannot be known any more.
  await db.event.create({ data: { ...about, kind: 'MESSAGE_UPDATED', messageId: randomUUID() } })
  await db.event.create({ data: { ...about, kind: 'CHAT_INVITATION_UPDATED', subjectId: randomUUID() } })
  const unknown = await read(operator, { types: ['CHAT_UPDATED'] })
  expect(unknown.edges.map(({ node }: Data) => node.__typename)).toEqual(['ChatUpdated', 'ChatUpdated'])
  const page = await read(operator, { types: ['DELIVERY_SENT', 'CHAT_INVITATION_DECLINED'] })
  expect(page.edges.map(({ node }: Data) => [node.__typename, node.actor])).toEqual([
    ['DeliverySent', null],
    ['ChatInvitationDeclined', null],
  ])
  const failed = await read(operator, { types: ['DELIVERY_FAILED'] })
  expect(failed.edges).toEqual([])
  await feed.close()
})

test('of a department that is gone by now, only its deletion is told', async () => {
  const desk = await openDesk(app)
  const { execute } = desk.admin
  const { department } = await mutate(
    execute,
    'createDepartment',
    { name: 'A', memberIds: [] },
    'department { id }',
  )
  const { id } = department
  await mutate(execute, 'updateDepartment', { id, name: 'B' })
  await mutate(execute, 'deleteDepartment', { id })
  const told = async (types?: string[]) => {
    const { data } = await execute(
      `query ($types: [EventType!]) {
        events(types: $types) { nodes { __typename ... on DepartmentDeleted { departmentId } } }
      }`,
      { types },
    )
    return (data as Data).events.nodes
  }
  expect(await told()).toEqual([{ __typename: 'DepartmentDeleted', departmentId: id }])
  expect(await told(['DEPARTMENT_CREATED', 'DEPARTMENT_UPDATED'])).toEqual([])
})

test('a page leaves out what happened to visitors who are gone by now', async () => {
  const desk = await openDesk(app)
  const { execute } = desk.admin
  const { db } = app.services
  const visitorOf = async (key: string) => {
    await desk.say(key, 'Hello')
    const { id, visitorId } = await desk.chatOf(key)
    await mutate(execute, 'closeChat', { chatId: globalId('Chat', id) })
    return visitorId
  }
  const [gone, merged, stays] = [await visitorOf('gone'), await visitorOf('merged'), await visitorOf('stays')]
  const update = (id: string) =>
    mutate(execute, 'updateVisitor', { id: globalId('Visitor', id), description: 'Regular' })
  await update(gone)
  await mutate(execute, 'mergeVisitors', {
    survivorId: globalId('Visitor', stays),
    mergedId: globalId('Visitor', merged),
  })
  await db.visitor.deleteMany({ where: { id: { in: [gone, merged] } } })
  const { data, errors } = await execute(`{
    events(types: [VISITOR_UPDATED, VISITORS_MERGED]) { nodes {
      __typename actor { name } ... on VisitorEvent { visitor { id } } ... on VisitorsMerged { merged { id } }
    } }
  }`)
  expect(errors).toBeUndefined()
  expect((data as Data).events.nodes).toEqual([
    {
      __typename: 'VisitorUpdated',
      actor: { name: desk.admin.user.name },
      visitor: { id: globalId('Visitor', stays) },
    },
  ])
})

test('a page and a replay leave out what happened in chats, to calls, mentions and offline messages that are gone', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const { db, hub } = app.services
  await desk.say('a', 'Hello')
  const chat = await desk.chatOf('a')
  const about = { accountId: desk.account.id, channelId: chat.channelId }
  const gone = [
    { kind: 'CHAT_UPDATED', chatId: randomUUID() },
    { kind: 'CALL_STARTED', subjectId: randomUUID() },
    { kind: 'OPERATOR_MENTIONED', chatId: chat.id, subjectId: randomUUID(), userId: operator.user.id },
    { kind: 'OFFLINE_MESSAGE_CREATED', subjectId: randomUUID() },
  ] as const
  await db.event.createMany({ data: gone.map((event) => ({ ...about, ...event })) })
  await hub.check()
  await desk.say('a', 'Still there')
  const { edges } = await read(operator)
  const left = ['ChatOpened', 'MessageCreated', 'MessageCreated']
  expect(edges.map(({ node }: Data) => node.__typename)).toEqual(left)
  const query = 'subscription { events(after: "0") { __typename } }'
  const feed = openFeed(app.url, { cookie: operator.cookie, query })
  await expect.poll(() => feed.events.map(({ __typename }) => __typename)).toEqual(left)
  expect(feed.errors).toEqual([])
  await feed.close()
})
