import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexArchivedChats } from '../../server/domain/archive/index-archived-chats.ts'
import { rateChat } from '../../server/domain/chats/rate-chat.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeChannel } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { makeChats } from '../support/make-chats.ts'
import { tell } from './tell.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ARCHIVE = `query ($search: String, $filter: ArchiveFilter, $first: Int, $after: String, $last: Int, $before: String) {
  archivedChats(search: $search, filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { chat { visitor { externalId } } snippet { message { text } parts { text isMatch } } } }
    pageInfo { hasNextPage hasPreviousPage endCursor startCursor }
  }
}`

interface Page {
  edges: {
    cursor: string
    node: {
      chat: { visitor: { externalId: string } }
      snippet: { message: { text: string }; parts: { text: string; isMatch: boolean }[] } | null
    }
  }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string; startCursor: string }
}

async function read({ execute }: Person, variables: object): Promise<Page> {
  const { data, errors } = await execute(ARCHIVE, { ...variables })
  expect(errors).toBeUndefined()
  return data.archivedChats
}

/** The visitors whose closed chats are found, the last that was closed first. */
async function find(person: Person, search: string | null, filter: object | null = null): Promise<string[]> {
  const { edges } = await read(person, { search, filter })
  return edges.map(({ node }) => node.chat.visitor.externalId)
}

describe('the archive', () => {
  let desk: Desk
  let operator: Person
  beforeAll(async () => {
    desk = await openDesk(app)
    operator = desk.operators[0]
    await tell(desk, {
      visitor: 'joerg',
      texts: ['Where is my refund for order AB-1234?', 'The Kühlschrank never came.'],
      name: 'Jörg Müller',
      email: 'joerg@example.org',
      phone: '+4917055512',
      answer: 'It is on its way, with DHL-Paket 77.',
    })
    await tell(desk, { visitor: 'olga', texts: ['Где мой возврат?'], name: 'Ольга Иванова' })
    await tell(desk, { visitor: 'ken', texts: ['在庫はありますか', 'iPhone在庫'] })
    await desk.say('open', 'My refund is not here either.')
  })

  test('finds a chat by words and beginnings of words of different messages and its visitor, in any order', async () => {
    for (const words of [
      'refund',
      'REFU',
      'kühlsch refund',
      'müller DHL',
      'AB-1234',
      'ab 123',
      'joerg@exam',
      'paket 77',
      '“refund”',
      "refund's".slice(0, 6),
    ]) {
      expect(await find(operator, words), words).toEqual(['joerg'])
    }
    for (const words of ['efund', 'refund возврат', 'b-1234 xyz']) {
      expect(await find(operator, words), words).toEqual([])
    }
  })

  test('finds words of every script', async () => {
    for (const words of ['возвр', 'ОЛЬГА', 'иванова где'])
      expect(await find(operator, words)).toEqual(['olga'])
    for (const words of ['在庫', '庫は', 'iphone', 'IPHONE在庫', 'ありますか']) {
      expect(await find(operator, words), words).toEqual(['ken'])
    }
    expect(await find(operator, '庫在')).toEqual([])
  })

  test('finds a part of the phone number or of the id, and the number of the chat', async () => {
    expect(await find(operator, '170555')).toEqual(['joerg'])
    expect(await find(operator, 'oerg')).toEqual(['joerg'])
    const { number } = await app.services.db.chat.findFirstOrThrow({
      where: { visitor: { key: 'olga', channelId: desk.channel.id } },
    })
    expect(await find(operator, `#${number}`)).toContain('olga')
  })

  test('finds nothing for what holds no word, and everything without a search', async () => {
    for (const words of ['?!', '%', "'", '\\', ':*', "' | 'x"])
      expect(await find(operator, words), words).toEqual([])
    for (const words of ['', '   ', null])
      expect(await find(operator, words)).toEqual(['ken', 'olga', 'joerg'])
  })

  test('shows the message with the words, and which they are', async () => {
    const snippetOf = async (search: string) => (await read(operator, { search })).edges[0]?.node.snippet
    expect(await snippetOf('order refu')).toEqual({
      message: { text: 'Where is my refund for order AB-1234?' },
      parts: [
        { text: 'Where is my ', isMatch: false },
        { text: 'refund', isMatch: true },
        { text: ' for ', isMatch: false },
        { text: 'order', isMatch: true },
        { text: ' AB-1234?', isMatch: false },
      ],
    })
    expect((await snippetOf('в'))?.parts).toBeUndefined()
    expect((await snippetOf('庫は'))?.parts).toContainEqual({ text: '庫は', isMatch: true })
    expect(await snippetOf('müller')).toBeNull()
  })

  test('knows a visitor by what they are called now', async () => {
    await tell(desk, { visitor: 'anna', name: 'Анна Было' })
    await desk.post({ sender: { id: 'anna', name: 'Анна Стало' }, message: { type: 'text', text: 'Hi' } })
    await indexArchivedChats(app.services)
    expect(await find(operator, 'стало')).toEqual(['anna'])
    expect(await find(operator, 'было')).toEqual([])
  })

  test('shows nobody what they may not see', async () => {
    const stranger = await openDesk(app)
    for (const words of ['refund', 'joerg', '170555', null]) {
      expect(await find(stranger.admin, words)).toEqual([])
      expect(await find(stranger.operators[0], words)).toEqual([])
    }
    const other = await openDesk(app)
    const hidden = await makeChannel(app.services, { accountId: other.account.id })
    await tell(
      {
        ...other,
        channel: hidden,
        post: (body) => fetch(app.url + hidden.path, { method: 'POST', body: JSON.stringify(body) }),
        chatOf: () => app.services.db.chat.findFirstOrThrow({ where: { channelId: hidden.id } }),
      },
      { visitor: 'h', texts: ['hidden words'] },
    )
    expect(await find(other.operators[0], 'hidden')).toEqual([])
    expect(await find(other.admin, 'hidden')).toEqual(['h'])
  })
})

describe('a filter', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(app, { operators: 2 })
    await tell(desk, { visitor: 'answered', answer: 'Hello' })
    await tell(desk, { visitor: 'missed' })
    await desk.say('joined', 'Hello')
    const chatId = globalId('Chat', (await desk.chatOf('joined')).id)
    const [, second] = desk.operators as [Person, Person]
    await mutate(second.execute, 'acceptChat', { chatId })
    await mutate(second.execute, 'closeChat', { chatId })
  })

  test('by what became of the chat', async () => {
    const by = (outcomes: string[]) => find(desk.admin, null, { outcomes })
    expect(await by(['ANSWERED'])).toEqual(['answered'])
    expect(await by(['MISSED'])).toEqual(['joined', 'missed'])
    expect(await by(['BOT', 'ANSWERED'])).toEqual(['answered'])
    expect(await by([])).toEqual([])
  })

  test('by who was in it', async () => {
    const idOf = ({ user }: Person) => globalId('Operator', user.id)
    const [first, second] = desk.operators as [Person, Person]
    expect(await find(desk.admin, null, { operatorIds: [idOf(first)] })).toEqual(['answered'])
    expect(await find(desk.admin, null, { operatorIds: [idOf(first), idOf(second)] })).toEqual([
      'joined',
      'answered',
    ])
    expect(await find(desk.admin, 'hello', { operatorIds: [idOf(second)] })).toEqual(['joined'])
  })

  test('by channel, department, visitor and time', async () => {
    const { db } = app.services
    const department = await db.department.create({
      data: { accountId: desk.account.id, number: 1, name: 'Sales' },
    })
    await desk.say('handed', 'Hello')
    await db.chat.update({
      where: { id: (await desk.chatOf('handed')).id },
      data: { departmentId: department.id },
    })
    const id = await tell(desk, { visitor: 'handed' })
    const departmentIds = [globalId('Department', department.id)]
    expect(await find(desk.admin, null, { departmentIds })).toEqual(['handed'])
    const { visitor, closedAt } = await db.chat.findUniqueOrThrow({
      where: { id },
      include: { visitor: true },
    })
    expect(await find(desk.admin, null, { visitorNumber: visitor.number })).toEqual(['handed'])
    expect(await find(desk.admin, null, { visitorNumber: 0 })).toEqual([])
    expect(await find(desk.admin, null, { closedAt: { since: closedAt } })).toEqual(['handed'])
    expect(await find(desk.admin, null, { closedAt: { until: closedAt } })).toEqual([
      'joined',
      'missed',
      'answered',
    ])
    const other = await makeChannel(app.services, { accountId: desk.account.id })
    expect(await find(desk.admin, null, { channelIds: [globalId('Channel', other.id)] })).toEqual([])
    expect(
      (await find(desk.admin, null, { channelIds: [globalId('Channel', desk.channel.id)] })).length,
    ).toBe(4)
    await db.department.delete({ where: { id: department.id } })
    expect(await find(desk.admin, null, { departmentIds })).toEqual([])
    expect(await find(desk.admin, null, { visitorNumber: visitor.number })).toEqual(['handed'])
  })
})

test('a rating is on the chat and in the archive; the last one counts', async () => {
  const desk = await openDesk(app)
  const [bad, good] = [await tell(desk, { visitor: 'bad' }), await tell(desk, { visitor: 'good' })]
  await tell(desk, { visitor: 'silent' })
  const rate = async (chatId: string, rating: 'POSITIVE' | 'NEGATIVE', comment?: string) => {
    const { visitorId } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
    return rateChat(app.services, {
      accountId: desk.account.id,
      visitorId,
      chatId,
      rating,
      ...(comment && { comment }),
    })
  }
  await rate(bad, 'POSITIVE')
  await rate(bad, 'NEGATIVE', ` ${'👎'.repeat(1001)}`)
  const { revision } = await rate(good, 'POSITIVE', 'Thanks')
  expect((await rate(good, 'POSITIVE', 'Thanks')).revision).toBe(revision)
  const by = (ratings: string[]) => find(desk.admin, null, { ratings })
  expect(await by(['NEGATIVE'])).toEqual(['bad'])
  expect(await by(['POSITIVE'])).toEqual(['good'])
  expect(await by(['POSITIVE', 'NEGATIVE'])).toEqual(['good', 'bad'])
  const { data } = await desk.admin.execute(
    'query ($id: ID!) { chat(by: { id: $id }) { rating ratingComment ratedAt outcome } }',
    { id: globalId('Chat', bad) },
  )
  expect(data.chat).toEqual({
    rating: 'NEGATIVE',
    ratingComment: '👎'.repeat(1000),
    ratedAt: expect.any(String),
    outcome: 'MISSED',
  })
  const stranger = await openDesk(app)
  const refused = { accountId: stranger.account.id, visitorId: randomUUID(), chatId: bad, rating: 'POSITIVE' }
  await expect(rateChat(app.services, refused as never)).rejects.toMatchObject({ code: 'not_found' })
})

test('blacklisted visitors can be left out, or looked at alone', async () => {
  const desk = await openDesk(app)
  await tell(desk, { visitor: 'bad' })
  await tell(desk, { visitor: 'good' })
  const { id } = await app.services.db.visitor.findFirstOrThrow({
    where: { channelId: desk.channel.id, key: 'bad' },
  })
  await mutate(desk.admin.execute, 'blacklistVisitor', { id: globalId('Visitor', id), reason: 'Spam' })
  expect(await find(desk.admin, null, { blacklisted: true })).toEqual(['bad'])
  expect(await find(desk.admin, null, { blacklisted: false })).toEqual(['good'])
  expect(await find(desk.admin, null, {})).toEqual(['good', 'bad'])
})

test('pages follow each other in both directions, with a search and without', async () => {
  const desk = await openDesk(app)
  for (let n = 1; n <= 7; n++) await tell(desk, { visitor: `v${n}`, texts: [n === 4 ? 'other' : 'common'] })
  const operator = desk.operators[0]
  for (const [search, all] of [
    [null, ['v7', 'v6', 'v5', 'v4', 'v3', 'v2', 'v1']],
    ['comm', ['v7', 'v6', 'v5', 'v3', 'v2', 'v1']],
  ] as const) {
    const first = await read(operator, { search, first: 2 })
    const second = await read(operator, { search, first: 3, after: first.pageInfo.endCursor })
    const names = [...first.edges, ...second.edges].map(({ node }) => node.chat.visitor.externalId)
    expect(names).toEqual(all.slice(0, 5))
    expect(second.pageInfo.hasNextPage).toBe(true)
    const back = await read(operator, { search, last: 2, before: second.pageInfo.endCursor })
    expect(back.edges.map(({ node }) => node.chat.visitor.externalId)).toEqual(all.slice(2, 4))
    expect(back.pageInfo.hasPreviousPage).toBe(true)
    const end = await read(operator, { search, last: 2 })
    expect(end.edges.map(({ node }) => node.chat.visitor.externalId)).toEqual(all.slice(-2))
  }
})

test('a word in thousands of chats goes on page by page as a rare one does', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  await db.$executeRaw`
    WITH visitor AS (
      INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name)
      SELECT gen_random_uuid(), ${desk.account.id}::uuid, ${desk.channel.id}::uuid, 1000 + n, 'many' || n, '"k"', 'Crowd'
      FROM generate_series(1, 5200) AS n RETURNING *
    )
    INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "closedAt")
    SELECT gen_random_uuid(), number, "accountId", "channelId", id, 'CLOSED', '2026-01-01'::timestamptz + number * interval '1 minute'
    FROM visitor`
  await db.$executeRaw`SELECT archive_chats(ARRAY(SELECT id FROM "Chat" WHERE "channelId" = ${desk.channel.id}::uuid), true)`
  const first = await read(desk.operators[0], { search: 'crow', first: 2 })
  const second = await read(desk.operators[0], { search: 'crow', first: 2, after: first.pageInfo.endCursor })
  expect([...first.edges, ...second.edges].map(({ node }) => node.chat.visitor.externalId)).toEqual([
    'many5200',
    'many5199',
    'many5198',
    'many5197',
  ])
  expect(await find(desk.operators[0], 'many4711')).toEqual(['many4711'])
})

test('of chats that close in one statement, all are in the archive, and those after the first 500 searched when the sweep has been there', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  await db.$executeRaw`
    WITH visitor AS (
      INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
      SELECT gen_random_uuid(), ${desk.account.id}::uuid, ${desk.channel.id}::uuid, 1000 + n, 'left' || n, '"k"'
      FROM generate_series(1, 600) AS n RETURNING *
    )
    INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status)
    SELECT gen_random_uuid(), number, "accountId", "channelId", id, 'QUEUED' FROM visitor`
  const closed = { status: 'CLOSED' as const, closedAt: new Date() }
  await db.chat.updateMany({ where: { accountId: desk.account.id }, data: closed })
  const archived = { accountId: desk.account.id }
  expect(await db.archivedChat.count({ where: archived })).toBe(600)
  expect(await db.archivedChat.count({ where: { ...archived, stale: true } })).toBe(100)
  await indexArchivedChats(app.services)
  expect(await db.archivedChat.count({ where: { ...archived, stale: true } })).toBe(0)
  expect(await find(desk.admin, 'left600')).toEqual(['left600'])
})

test('the sweep goes on while tens of thousands of chats are to be searched anew, some of them each time', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  await makeChats(db, desk, 1_100, { status: 'CLOSED', closedAt: new Date() })
  await db.$executeRaw`SELECT archive_chats(ARRAY(SELECT id FROM "Chat" WHERE "channelId" = ${desk.channel.id}::uuid), true)`
  await db.archivedChat.updateMany({ where: { accountId: desk.account.id }, data: { stale: true } })
  const left = () => db.archivedChat.count({ where: { accountId: desk.account.id, stale: true } })
  await indexArchivedChats(app.services, 0)
  expect(await left()).toBe(600)
  await indexArchivedChats(app.services)
  expect(await left()).toBe(0)
})

test('a part of a name and a word are each looked up in an index that begins with the account', async () => {
  const { rows } = await app.services.pool.query(
    `SELECT indexdef FROM pg_indexes WHERE tablename = 'ArchivedChat' AND indexdef LIKE '%gin%'`,
  )
  expect(rows.map(({ indexdef }) => /\((.*)\) WITH/.exec(indexdef)?.[1]).sort()).toEqual([
    '"accountId", "operatorIds"',
    '"accountId", document',
    // A tag belongs to one account.
    '"tagIds"',
  ])
})

test('a chat of any length and of strange characters can be closed, and its beginning is found', async () => {
  const desk = await openDesk(app)
  await desk.say('long', 'beginning')
  const { id } = await desk.chatOf('long')
  const texts = ['ﷺ'.repeat(4000), `${'在'.repeat(2000)}庫`, '😀 '.repeat(2000), `x${'\\'.repeat(3000)}'`]
  await app.services.db.$executeRaw`
    INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text)
    SELECT gen_random_uuid(), ${desk.account.id}::uuid, ${id}::uuid, 10 + n, 'VISITOR', 'TEXT',
      (${texts}::text[])[1 + n % 4] || ' ' || (SELECT string_agg(to_hex(n * 1000 + i), ' ') FROM generate_series(1, 500) AS i)
    FROM generate_series(1, 2000) AS n`
  await tell(desk, { visitor: 'long' })
  expect(await find(desk.admin, 'beginning')).toEqual(['long'])
})
