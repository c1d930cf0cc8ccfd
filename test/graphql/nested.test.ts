import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOT_EVENT, botLane } from '../../server/domain/bots/outgoing/bot-event.ts'
import { CLIENT_REPLY, replyLane } from '../../server/domain/deliveries/client-reply.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordRows } from '../support/count-statements.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type Data, globalId } from '../support/graphql-client.ts'

/** Of each kind there is more than a page, for two parents. */
const EACH = 12

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app, { operators: 3 })
  await fill()
})
afterAll(() => app.close())

/** Two visitors with closed chats, two chats with messages and deliveries, two bots with events, two departments. */
async function fill(): Promise<void> {
  const { db } = app.services
  const accountId = desk.account.id
  const channelId = desk.channel.id
  const moment = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, Math.floor(n / 2)))
  const provider = await db.botProvider.create({
    data: { accountId, name: 'Bots', publicId: randomUUID(), endpointUrl: 'http://127.0.0.1:9/' },
  })
  for (const number of [1, 2]) {
    const visitor = await db.visitor.create({
      data: { accountId, channelId, number, key: `v${number}`, externalId: `v${number}` },
    })
    // Two of a moment each, so that the id decides.
    const chats = Array.from({ length: EACH }, (_, n) => ({
      id: randomUUID(),
      accountId,
      channelId,
      number: (number - 1) * EACH + n + 1,
      visitorId: visitor.id,
      status: n === 0 ? ('ACTIVE' as const) : ('CLOSED' as const),
      createdAt: moment(n),
    }))
    await db.chat.createMany({ data: chats })
    const chatId = chats[0]?.id ?? ''
    const messages = Array.from({ length: EACH }, (_, n) => ({
      id: randomUUID(),
      accountId,
      chatId,
      seq: n + 1,
      author: 'OPERATOR' as const,
      type: 'TEXT' as const,
    }))
    await db.message.createMany({ data: messages })
    await db.chat.update({ where: { id: chatId }, data: { lastSeq: EACH } })
    await db.outboxItem.createMany({
      data: messages.map(({ id }, n) => ({
        accountId,
        kind: CLIENT_REPLY,
        receiverId: channelId,
        chatId,
        messageId: id,
        lane: replyLane(visitor.id),
        state: n % 2 ? ('SENT' as const) : ('FAILED' as const),
        createdAt: moment(n),
      })),
    })
    const bot = await db.bot.create({
      data: {
        accountId,
        providerId: provider.id,
        name: `Bot ${number}`,
        tokenHash: Buffer.from(randomUUID()),
        tokenEncrypted: Buffer.from('x'),
      },
    })
    for (let n = 0; n < EACH; n++) {
      const createdAt = moment(n)
      const sent = { kind: BOT_EVENT, lane: botLane(bot.id), receiverId: bot.id, state: 'SENT' as const }
      if (n % 2) await db.outboxItem.create({ data: { ...sent, accountId, event: String(n), createdAt } })
      else {
        const received = { botId: bot.id, kind: String(n), state: 'RECEIVED' as const }
        await db.incomingBotEvent.create({ data: { ...received, accountId, createdAt } })
      }
    }
    await db.department.create({
      data: {
        accountId,
        number,
        name: `Department ${number}`,
        members: { create: desk.operators.map(({ user }) => ({ userId: user.id })) },
      },
    })
  }
}

/** A connection inside a list: where it is, and the ids that it should give, by parent, worked out by other means. */
const connections: [name: string, list: string, field: string, ids: () => Promise<string[][]>][] = [
  [
    'Chat.messages',
    'chats(view: ALL)',
    'messages',
    async () => {
      const rows = await app.services.db.message.findMany({ orderBy: { seq: 'asc' } })
      const chats = await app.services.db.chat.findMany({
        where: { status: 'ACTIVE', accountId: desk.account.id },
        orderBy: [{ lastActivityAt: 'desc' }, { id: 'desc' }],
      })
      return chats.map((chat) => rows.filter((row) => row.chatId === chat.id).map(({ id }) => id))
    },
  ],
  [
    'Bot.events',
    'bots',
    'events',
    async () => {
      const rows = await app.services.db.botEvent.findMany({
        orderBy: [{ createdAt: 'desc' }, { position: 'desc' }],
      })
      const bots = await app.services.db.bot.findMany({
        where: { accountId: desk.account.id },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      })
      return bots.map((bot) => rows.filter((row) => row.botId === bot.id).map(({ id }) => id))
    },
  ],
  [
    'Channel.deliveries',
    'channels',
    'deliveries',
    async () => {
      const rows = await app.services.db.outboxItem.findMany({
        where: { receiverId: desk.channel.id },
        orderBy: [{ createdAt: 'desc' }, { position: 'desc' }],
      })
      return [rows.map(({ id }) => id)]
    },
  ],
]
const TYPES: Record<string, string> = { messages: 'Message', events: 'BotEvent', deliveries: 'Delivery' }

interface Page {
  ids: string[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
}

/** The list with its first parent only. */
const onlyFirst = (list: string) =>
  list.endsWith(')') ? list.replace(')', ', first: 1)') : `${list}(first: 1)`

/** The page of each parent. */
async function pages(list: string, field: string, args: string): Promise<Page[]> {
  const { data, errors } = await desk.admin.execute(`{ ${list} { edges { node { ${field}(${args}) {
    edges { node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } } } } }`)
  expect(errors).toBeUndefined()
  const root = Object.values(data)[0] as Data
  return root.edges.map(({ node }: Data) => ({
    ids: node[field].edges.map((edge: Data) => edge.node.id),
    pageInfo: node[field].pageInfo,
  }))
}

describe.each(connections)('%s', (_name, list, field, expectedIds) => {
  const expected = async () =>
    (await expectedIds()).map((ids) => ids.map((id) => globalId(TYPES[field] ?? '', id)))

  test('gives each parent its first page, and its last', async () => {
    const all = await expected()
    const first = await pages(list, field, 'first: 5')
    expect(first.map(({ ids }) => ids)).toEqual(all.map((ids) => ids.slice(0, 5)))
    const last = await pages(list, field, 'last: 5')
    expect(last.map(({ ids }) => ids)).toEqual(all.map((ids) => ids.slice(-5)))
    for (const { pageInfo } of first)
      expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    for (const { pageInfo } of last)
      expect(pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  })

  test('is read to its end from page to page, in both directions', async () => {
    const [all = []] = await expected()
    const forward: string[] = []
    const one = onlyFirst(list)
    let page = (await pages(one, field, 'first: 5'))[0] as Page
    forward.push(...page.ids)
    while (page.pageInfo.hasNextPage) {
      page = (await pages(one, field, `first: 5, after: "${page.pageInfo.endCursor}"`))[0] as Page
      expect(page.pageInfo.hasPreviousPage).toBe(true)
      forward.push(...page.ids)
    }
    expect(forward).toEqual(all)
    const backward: string[] = []
    page = (await pages(one, field, 'last: 5'))[0] as Page
    backward.unshift(...page.ids)
    while (page.pageInfo.hasPreviousPage) {
      page = (await pages(one, field, `last: 5, before: "${page.pageInfo.startCursor}"`))[0] as Page
      expect(page.pageInfo.hasNextPage).toBe(true)
      backward.unshift(...page.ids)
    }
    expect(backward).toEqual(all)
  })

  test('reads no more rows than it gives, with one more for each parent, in one statement', async () => {
    const parents = (await expected()).length
    const statements = await recordRows(() => pages(list, field, 'last: 3'))
    const nested = statements.filter(({ sql }) => sql.includes('LATERAL'))
    expect(nested.map(({ rows }) => rows)).toEqual([parents * 4])
    const others = statements.filter(({ sql }) => !sql.includes('LATERAL'))
    for (const { sql, rows } of others) expect([sql, rows <= parents]).toEqual([sql, true])
  })

  test('refuses the cursor of another parent', async () => {
    const [, other] = await pages(list, field, 'first: 5')
    if (!other) return
    const { errors } = await desk.admin.execute(
      `{ ${onlyFirst(list)} { nodes { ${field}(first: 5, after: "${other.pageInfo.endCursor}") { nodes { id } } } } }`,
    )
    expect(errors?.[0]?.extensions).toEqual({ code: 'INVALID_CURSOR', field: ['after'] })
  })
})

test('the chats of a visitor are pages too, and those of several visitors one statement', async () => {
  const query = `{ chats(view: ALL) { edges { node { visitor { chats(last: 2) { edges { node { id } } } } } } } }`
  let data: Data
  const statements = await recordRows(async () => ({ data } = await desk.admin.execute(query)))
  expect(data.chats.edges).toHaveLength(2)
  for (const { node } of data.chats.edges) expect(node.visitor.chats.edges).toHaveLength(2)
  expect(statements.filter(({ sql }) => sql.includes('LATERAL')).map(({ rows }) => rows)).toEqual([6])
})

test('a state that is asked for is part of the page', async () => {
  const { data } = await desk.admin.execute(`{ channels { edges { node {
    deliveries(first: 4, state: FAILED) { edges { node { state } } }
  } } } bots { edges { node { events(first: 4, direction: IN, state: RECEIVED) { edges { node { direction } } } } } } }`)
  expect(data.channels.edges[0].node.deliveries.edges).toEqual(Array(4).fill({ node: { state: 'FAILED' } }))
  expect(data.bots.edges[0].node.events.edges).toEqual(Array(4).fill({ node: { direction: 'IN' } }))
})
