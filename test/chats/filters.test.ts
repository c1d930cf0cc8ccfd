import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDirect } from '../../server/database/query-direct.ts'
import { orderOfChats, partsOfChatList } from '../../server/domain/chats/chat-list.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { selectPageOfParts } from '../../server/graphql/kit/select-page.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { makeChannel, makeUser, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
let ids: Record<'channel' | 'otherChannel' | 'department' | 'operator' | 'visitor', string>

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))

/** Chats 1 to 8, one an hour: bot, waiting, active and closed ones, twice. */
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  const { db } = app.services
  const accountId = desk.account.id
  const other = await makeChannel(app.services, { accountId })
  const department = await db.department.create({ data: { accountId, number: 1, name: 'Sales' } })
  const statuses = ['BOT', 'QUEUED', 'ACTIVE', 'CLOSED'] as const
  for (let n = 1; n <= 8; n += 1) {
    const status = statuses[(n - 1) % 4] ?? 'BOT'
    const channelId = n > 6 ? other.id : desk.channel.id
    const visitor = await db.visitor.create({
      data: {
        accountId,
        channelId,
        number: n,
        key: `v${n}`,
        externalId: `v${n}`,
        email: `V${n}@example.com`,
      },
    })
    const chat = await db.chat.create({
      data: {
        ...{ accountId, channelId, status, number: n, visitorId: visitor.id },
        ...{ createdAt: at(n), lastActivityAt: at(20 - n) },
        ...(status === 'QUEUED' && { queuedAt: at(n) }),
        ...(status === 'CLOSED' && { closedAt: at(n + 1) }),
        ...(n % 2 === 0 && { departmentId: department.id }),
        ...(n > 6 && { rating: n === 7 ? ('POSITIVE' as const) : ('NEGATIVE' as const) }),
        ...(n === 3 && { unansweredSince: new Date(Date.now() - 10 * 60_000) }),
      },
    })
    const undelivered = { SENT: 3, FAILED: 7 } as const
    for (const [state, number] of Object.entries(undelivered)) {
      if (n !== number) continue
      const item = { accountId, chatId: chat.id, lane: `CLIENT_REPLY:${visitor.id}`, receiverId: channelId }
      await db.outboxItem.create({
        data: { ...item, kind: 'CLIENT_REPLY', state: state as keyof typeof undelivered },
      })
    }
    if (n === 3) await db.chatMember.create({ data: { chatId: chat.id, userId: desk.operators[0].user.id } })
  }
  const { id: visitorId } = await db.visitor.findFirstOrThrow({ where: { accountId, key: 'v5' } })
  ids = {
    channel: globalId('Channel', desk.channel.id),
    otherChannel: globalId('Channel', other.id),
    department: globalId('Department', department.id),
    operator: globalId('Operator', desk.operators[0].user.id),
    visitor: globalId('Visitor', visitorId),
  }
})
afterAll(() => app.close())

const QUERY = `query ($view: ChatView, $filter: ChatFilter, $search: String, $orderBy: ChatOrder, $first: Int, $after: String, $last: Int, $before: String) {
  chats(view: $view, filter: $filter, search: $search, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    nodes { number } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

async function find(variables: Record<string, unknown>, execute = desk.admin.execute): Promise<number[]> {
  const { data, errors } = await execute(QUERY, variables)
  expect(errors).toBeUndefined()
  return data.chats.nodes.map(({ number }: Data) => number)
}

describe('chats', () => {
  test.each<[string, () => Record<string, unknown>, number[]]>([
    ['all', () => ({}), [1, 2, 3, 4, 5, 6, 7, 8]],
    ['of a status', () => ({ filter: { status: ['QUEUED'] } }), [2, 6]],
    ['of one of several statuses', () => ({ filter: { status: ['BOT', 'CLOSED', 'BOT'] } }), [1, 4, 5, 8]],
    ['of no status', () => ({ filter: { status: [] } }), []],
    ['of a channel', () => ({ filter: { channelIds: [ids.otherChannel] } }), [7, 8]],
    ['of a department', () => ({ filter: { departmentIds: [ids.department] } }), [2, 4, 6, 8]],
    ['that an operator is in', () => ({ filter: { operatorIds: [ids.operator] } }), [3]],
    ['that nobody is in', () => ({ filter: { operatorIds: [] } }), [1, 2, 4, 5, 6, 7, 8]],
    ['that the caller is in', () => ({ filter: { mine: true } }), []],
    ['that the caller is not in', () => ({ filter: { mine: false, status: ['ACTIVE'] } }), [3, 7]],
    ['with a rating', () => ({ filter: { ratings: ['NEGATIVE'] } }), [8]],
    ['with one of several ratings', () => ({ filter: { ratings: ['NEGATIVE', 'POSITIVE'] } }), [7, 8]],
    ['that wait for an operator', () => ({ filter: { unansweredMinutes: 0 } }), [2, 3, 6]],
    ['that have waited for long', () => ({ filter: { unansweredMinutes: 30 } }), [2, 6]],
    ['with failed deliveries', () => ({ filter: { hasFailedDeliveries: true } }), [7]],
    [
      'without failed deliveries',
      () => ({ filter: { hasFailedDeliveries: false, status: ['ACTIVE'] } }),
      [3],
    ],
    ['whose visitor is on the website', () => ({ filter: { visitorOnSite: true } }), []],
    [
      'whose visitor is not on the website',
      () => ({ filter: { visitorOnSite: false, status: ['BOT'] } }),
      [1, 5],
    ],
    ['of a visitor', () => ({ filter: { visitorId: ids.visitor } }), [5]],
    ['of some hours', () => ({ filter: { createdAt: { since: at(3), until: at(5) } } }), [3, 4]],
    ['closed since', () => ({ filter: { closedAt: { since: at(6) } } }), [8]],
    ['quiet since', () => ({ filter: { lastActivityAt: { until: at(14) } } }), [7, 8]],
    [
      'of all of these',
      () => ({ filter: { status: ['CLOSED'], departmentIds: [ids.department], channelIds: [ids.channel] } }),
      [4],
    ],
    ['of a view and a filter', () => ({ view: 'ALL', filter: { departmentIds: [ids.department] } }), [2, 6]],
    ['of a filter and a search', () => ({ search: 'v5', filter: { status: ['BOT'] } }), [5]],
    [
      'by when they started',
      () => ({ orderBy: { field: 'CREATED_AT', direction: 'ASC' } }),
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
    [
      'by when they started, latest first',
      () => ({ orderBy: { field: 'CREATED_AT' } }),
      [8, 7, 6, 5, 4, 3, 2, 1],
    ],
    [
      'by activity, oldest first',
      () => ({ orderBy: { field: 'LAST_ACTIVITY_AT', direction: 'ASC' } }),
      [8, 7, 6, 5, 4, 3, 2, 1],
    ],
    ['by when they were closed', () => ({ orderBy: { field: 'CLOSED_AT' } }), [8, 4]],
    [
      'by who has waited longest, and then those who do not wait',
      () => ({ orderBy: { field: 'WAITING_SINCE', direction: 'ASC' } }),
      [2, 6, 3, 1, 5, 7],
    ],
    ['by their place in the queue', () => ({ orderBy: { field: 'QUEUED_AT' } }), [6, 2]],
    [
      'of a view in another order',
      () => ({ view: 'ALL', orderBy: { field: 'CREATED_AT' } }),
      [7, 6, 5, 3, 2, 1],
    ],
  ])('%s', async (_name, variables, numbers) => {
    expect(await find(variables())).toEqual(numbers)
  })

  test.each([
    {},
    { orderBy: { field: 'CREATED_AT' } },
    { orderBy: { field: 'WAITING_SINCE', direction: 'ASC' } },
    { orderBy: { field: 'WAITING_SINCE', direction: 'DESC' } },
    { view: 'ALL' },
    { view: 'CLOSED' },
  ])('are read to their end from page to page, in both directions: %j', async (list) => {
    const all = await find(list)
    for (const forwards of [true, false]) {
      const read: number[] = []
      let cursor: string | null = null
      do {
        const page: Data = forwards ? { first: 3, after: cursor } : { last: 3, before: cursor }
        const { data } = await desk.admin.execute(QUERY, { ...list, ...page })
        const { nodes, pageInfo }: Data = data.chats
        const numbers = nodes.map(({ number }: Data) => number)
        if (forwards) read.push(...numbers)
        else read.unshift(...numbers)
        const goesOn = forwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage
        cursor = goesOn ? (forwards ? pageInfo.endCursor : pageInfo.startCursor) : null
      } while (cursor)
      expect(read).toEqual(all)
    }
  })

  test('of another account or channel are not found by any filter', async () => {
    const stranger = await openDesk(app)
    const outsider = await makeUser(app.services, { accountId: desk.account.id })
    const { cookie } = await signedIn(app.services, outsider.id)
    for (const execute of [stranger.admin.execute, graphqlAs(app.url, { cookie })]) {
      for (const filter of [
        {},
        { channelIds: [ids.channel] },
        { visitorId: ids.visitor },
        { operatorIds: [ids.operator] },
      ]) {
        expect(await find({ filter }, execute)).toEqual([])
      }
      const one =
        '{ chat(by: { number: 5 }) { id } visitor(by: { number: 5 }) { id } visitors { nodes { id } } }'
      expect((await execute(one)).data).toEqual({ chat: null, visitor: null, visitors: { nodes: [] } })
    }
  })

  test('a list of ids that is too long names the field', async () => {
    const { errors } = await desk.admin.execute(QUERY, {
      filter: { channelIds: Array(1_001).fill(ids.channel) },
    })
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST', field: ['filter', 'channelIds'] })
  })

  test('of one visitor are filtered in its page and in its count', async () => {
    const { data } = await desk.admin.execute(
      `query ($id: ID!) { visitor(by: { id: $id }) {
        open: chats(filter: { status: [BOT] }) { totalCount nodes { number } } closed: chats(filter: { status: [CLOSED] }) { totalCount nodes { number } } } }`,
      { id: ids.visitor },
    )
    expect(data.visitor).toEqual({
      open: { totalCount: 1, nodes: [{ number: 5 }] },
      closed: { totalCount: 0, nodes: [] },
    })
  })
})

test('a chat and a visitor are named in exactly one way', async () => {
  const { data, errors } = await desk.admin.execute(
    `query ($visitor: ID!, $channel: ID!) {
      chat(by: { number: 5 }) { number visitor { id } }
      byId: visitor(by: { id: $visitor }) { number }
      byNumber: visitor(by: { number: 5 }) { number }
      byExternal: visitor(by: { external: { channelId: $channel, externalId: "v5" } }) { number }
      nobody: visitor(by: { external: { channelId: $channel, externalId: "v7" } }) { number }
    }`,
    { visitor: ids.visitor, channel: ids.channel },
  )
  expect(errors).toBeUndefined()
  expect(data.chat).toEqual({ number: 5, visitor: { id: ids.visitor } })
  for (const name of ['byId', 'byNumber', 'byExternal']) expect(data[name]).toEqual({ number: 5 })
  expect(data.nobody).toBeNull()
  for (const by of ['{}', `{ id: "${ids.visitor}", number: 5 }`, '{ number: null }']) {
    const refused = await desk.admin.execute(`{ visitor(by: ${by}) { id } }`)
    expect(refused.errors?.length).toBeGreaterThan(0)
  }
})

test('visitors are found by a part of what is known about them, and by their whole e-mail address', async () => {
  const visitors = async (args: string) =>
    (await desk.admin.execute(`{ visitors${args} { nodes { number } } }`)).data.visitors.nodes.map(
      ({ number }: Data) => number,
    )
  expect(await visitors('')).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  expect(await visitors('(last: 2)')).toEqual([2, 1])
  expect(await visitors('(search: "v5@EX")')).toEqual([5])
  expect(await visitors('(email: "v5@example.com")')).toEqual([5])
  expect(await visitors('(email: "5@example.com")')).toEqual([])
  expect(await visitors('(email: "v_@example.com")')).toEqual([])
})

test('every order of a large account is read from an index', async () => {
  const { db, pool } = app.services
  const big = await openDesk(app)
  await db.$executeRaw`INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
    SELECT gen_random_uuid(), ${big.account.id}::uuid, ${big.channel.id}::uuid, n, n::text, to_jsonb(n)
    FROM generate_series(1, 5000) AS n`
  await db.$executeRaw`INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "queuedAt", "closedAt", "lastActivityAt", "createdAt")
    SELECT gen_random_uuid(), number, "accountId", "channelId", id, (CASE WHEN number % 20 = 0 THEN 'QUEUED' ELSE 'CLOSED' END)::"ChatStatus",
      now(), CASE WHEN number % 20 > 0 THEN now() - number * interval '1 hour' END, now() - number * interval '1 minute', now() - number * interval '1 day'
    FROM "Visitor" WHERE "accountId" = ${big.account.id}::uuid`
  await db.$executeRaw`ANALYZE "Chat"`
  for (const field of ['CREATED_AT', 'LAST_ACTIVITY_AT', 'CLOSED_AT'] as const) {
    const list = { viewer: big.admin.viewer, orderBy: { field, direction: 'DESC' as const } }
    const parts = partsOfChatList(list).map((part) => ({
      table: 'Chat' as const,
      ...part,
      ...orderOfChats(list),
    }))
    const page = selectPageOfParts(parts, { take: 51 })
    const plan = await queryDirect<Record<string, string>>(pool, Prisma.sql`EXPLAIN ${page}`, {
      replan: true,
    })
    const text = plan.map((row) => Object.values(row)[0]).join('\n')
    expect([field, text]).toEqual([field, expect.not.stringContaining('Seq Scan')])
    expect([field, text]).toEqual([field, expect.stringMatching(/Index (Only )?Scan/)])
  }
})
