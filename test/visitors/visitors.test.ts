import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { leaveOfflineMessage } from '../../server/domain/offline-messages/leave-offline-message.ts'
import { openCallDesk } from '../calls/support.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { type Execute, globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await openDesk(app)
})

const send = (sender: object, text = 'Hello', headers = {}) =>
  desk.post({ sender, message: { type: 'text', text } }, headers)

const visitorOf = (key: string) =>
  app.services.db.visitor.findFirstOrThrow({ where: { channelId: desk.channel.id, key } })

const idOf = async (key: string) => globalId('Visitor', (await visitorOf(key)).id)

interface Entry {
  action: string
  actor: { __typename: string; name: string } | null
  changes: { field: string; before: string | null; after: string | null }[]
  note: string | null
}

async function historyOf(execute: Execute, id: string): Promise<Entry[]> {
  const { data, errors } = await execute(
    `query ($id: ID!) { visitor(by: { id: $id }) { history(first: 20) { edges { node {
      action actor { __typename name } changes { field before after } note } } } } }`,
    { id },
  )
  expect(errors).toBeUndefined()
  return data.visitor.history.edges.map(({ node }: { node: Entry }) => node)
}

async function textsOf(key: string): Promise<(string | null)[]> {
  const messages = await app.services.db.message.findMany({
    where: { chat: { visitorId: (await visitorOf(key)).id }, type: 'TEXT' },
    orderBy: [{ createdAt: 'asc' }, { seq: 'asc' }],
  })
  return messages.map(({ text }) => text)
}

describe('an operator edits a visitor', () => {
  test('and the history says what was changed by whom', async () => {
    const [operator] = desk.operators
    await send({ id: 'a', name: 'Anna', phone: '123' })
    const id = await idOf('a')
    const { visitor, userErrors } = await mutate(
      operator.execute,
      'updateVisitor',
      { id, name: ' Anna Müller ', email: 'anna@example.org', phone: '' },
      'visitor { name email phone description }',
    )
    expect(userErrors).toEqual([])
    expect(visitor).toEqual({
      name: 'Anna Müller',
      email: 'anna@example.org',
      phone: null,
      description: null,
    })
    await mutate(operator.execute, 'updateVisitor', { id, name: 'Anna Müller' })
    await send({ id: 'a', name: 'Anna Maria' })
    expect(await historyOf(operator.execute, id)).toEqual([
      {
        action: 'VISITOR_UPDATED',
        actor: { __typename: 'Visitor', name: 'Anna Maria' },
        changes: [{ field: 'name', before: 'Anna Müller', after: 'Anna Maria' }],
        note: null,
      },
      {
        action: 'VISITOR_UPDATED',
        actor: { __typename: 'Operator', name: operator.user.name },
        changes: [
          { field: 'name', before: 'Anna', after: 'Anna Müller' },
          { field: 'email', before: null, after: 'anna@example.org' },
          { field: 'phone', before: '123', after: null },
        ],
        note: null,
      },
    ])
  })

  test('and the name that the client sends with every message does not come back', async () => {
    await send({ id: 'a', name: 'Anna' })
    await mutate(desk.admin.execute, 'updateVisitor', { id: await idOf('a'), name: 'Anna (VIP)' })
    const statements = await recordStatements(() => send({ id: 'a', name: 'Anna' }, 'again'))
    expect((await visitorOf('a')).name).toBe('Anna (VIP)')
    expect(statements.filter((sql) => sql.startsWith('BEGIN'))).toEqual([])
    await send({ id: 'a', name: 'Anna', email: 'anna@example.org' })
    expect(await visitorOf('a')).toMatchObject({ name: 'Anna (VIP)', email: 'anna@example.org' })
    await send({ id: 'a', name: 'Maria' })
    expect((await visitorOf('a')).name).toBe('Maria')
  })

  test('but writes down nothing that is wrong', async () => {
    await send({ id: 'a' })
    const id = await idOf('a')
    for (const [field, value] of [
      ['email', 'anna'],
      ['name', 'x'.repeat(256)],
      ['phone', 'a\nb'],
      ['description', 'x'.repeat(2001)],
    ] as const) {
      const { userErrors } = await mutate(desk.admin.execute, 'updateVisitor', { id, [field]: value })
      expect([field, userErrors[0]?.field]).toEqual([field, ['input', field]])
    }
    expect(await historyOf(desk.admin.execute, id)).toEqual([])
  })
})

describe('a blacklisted visitor', () => {
  test('gets the same answers as everybody and reaches nobody', async () => {
    await send({ id: 'good', name: 'Good' })
    await send({ id: 'bad', name: 'Bad' })
    await mutate(desk.admin.execute, 'blacklistVisitor', { id: await idOf('bad'), reason: 'Spam' })
    const { db } = app.services
    const before = await db.event.count()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = async (id: string) => {
      const answers = [
        await send({ id, name: `New ${id}` }, 'one'),
        await send({ id }, 'two', headers),
        await send({ id }, 'two', headers),
        await send({ id }, 'other', headers),
        await desk.post({ sender: { id }, message: { type: 'typein' } }),
        await desk.post({ sender: { id }, message: { type: 'text' } }),
      ]
      const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<Answer>))
      const ids = bodies.flatMap(({ message_id }) => message_id ?? [])
      const receipt = await fetch(`${app.url}${desk.channel.path}/messages/${ids[0]}`)
      const { received_at, ...rest } = (await receipt.json()) as { received_at: string; message_id: string }
      return {
        statuses: answers.map(({ status }) => status),
        shapes: bodies.map((body) => Object.keys(body).sort()),
        isRepeated: ids[1] === ids[2],
        isUuid: ids.every((id) =>
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
        ),
        receipt: { ...rest, status: receipt.status, message_id: rest.message_id === ids[0] },
        isRecent: Math.abs(Date.parse(received_at) - Date.now()) < 60_000,
      }
    }
    const bad = await answers('bad')
    expect(await db.event.count()).toBe(before)
    expect(await visitorOf('bad')).toMatchObject({ name: 'Bad' })
    expect(await textsOf('bad')).toEqual(['Hello'])
    headers['idempotency-key'] = randomUUID()
    expect(bad).toEqual(await answers('good'))
    const other = await fetch(`${app.url}${desk.channel.path}/messages/${randomUUID()}`)
    expect(other.status).toBe(404)
    const { message_id } = (await (await send({ id: 'bad' }, 'more')).json()) as Answer
    const elsewhere = await openDesk(app)
    const receipts = [desk, elsewhere].map(
      ({ channel }) => `${app.url}${channel.path}/messages/${message_id}`,
    )
    expect((await Promise.all(receipts.map((url) => fetch(url)))).map(({ status }) => status)).toEqual([
      200, 404,
    ])
  })

  test('is heard again when they are taken off', async () => {
    const [operator] = desk.operators
    await send({ id: 'b' })
    const id = await idOf('b')
    const selection = 'visitor { blacklistedAt blacklistReason }'
    const on = await mutate(operator.execute, 'blacklistVisitor', { id, reason: 'Rude' }, selection)
    expect(on.visitor).toEqual({ blacklistedAt: expect.any(String), blacklistReason: 'Rude' })
    await send({ id: 'b' }, 'unheard')
    const off = await mutate(operator.execute, 'unblacklistVisitor', { id }, selection)
    expect(off.visitor).toEqual({ blacklistedAt: null, blacklistReason: null })
    await send({ id: 'b' }, 'heard')
    expect(await textsOf('b')).toEqual(['Hello', 'heard'])
    expect((await historyOf(operator.execute, id)).map(({ action, note }) => [action, note])).toEqual([
      ['VISITOR_UNBLACKLISTED', null],
      ['VISITOR_BLACKLISTED', 'Rude'],
    ])
  })
})

interface Answer {
  message_id?: string
}

describe('two visitors who are merged', () => {
  const merge = async (survivor: string, merged: string, execute = desk.admin.execute) =>
    mutate(
      execute,
      'mergeVisitors',
      { survivorId: await idOf(survivor), mergedId: await idOf(merged) },
      'visitor { number name email phone }',
    )
  const close = async (key: string) =>
    mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', (await desk.chatOf(key)).id) })

  test('are one person: the first keeps number and values, the second fills gaps, and chats move', async () => {
    await send({ id: 'a', name: 'Anna' }, 'one')
    await close('a')
    await send({ id: 'b', name: 'Other', email: 'anna@example.org' }, 'two')
    const { number } = await visitorOf('a')
    const { visitor, userErrors } = await merge('a', 'b')
    expect(userErrors).toEqual([])
    expect(visitor).toEqual({ number, name: 'Anna', email: 'anna@example.org', phone: null })
    expect(await textsOf('a')).toEqual(['one', 'two'])
    expect(await merge('a', 'b')).toMatchObject({ visitor, userErrors: [] })
    const history = await historyOf(desk.admin.execute, await idOf('a'))
    expect(history.map(({ action }) => action)).toEqual(['VISITORS_MERGED'])
    const { data } = await desk.admin.execute(
      'query ($id: ID!) { visitor(by: { id: $id }) { mergedInto { number } chats { edges { node { id } } } } }',
      { id: await idOf('b') },
    )
    expect(data.visitor).toEqual({ mergedInto: { number }, chats: { edges: [] } })
  })

  test('are announced to every screen, so that none goes on to show the second one', async () => {
    await send({ id: 'a', name: 'Anna' }, 'one')
    await close('a')
    await send({ id: 'b' }, 'two')
    const merged = await idOf('b')
    const { viewer } = (await desk.operators[0].execute('{ viewer { eventCursor } }')).data
    const feed = openFeed(app.url, {
      cookie: desk.operators[0].cookie,
      after: viewer.eventCursor,
      query: `subscription ($after: String) { events(after: $after) { __typename cursor
        ... on VisitorEvent { visitor { id name } } ... on VisitorsMerged { merged { id } } } }`,
    })
    onTestFinished(() => feed.close())
    await merge('a', 'b')
    const event = await feed.waitFor(({ kind }) => kind === 'VISITORS_MERGED')
    expect(event).toMatchObject({ merged: { id: merged }, visitor: { id: await idOf('a'), name: 'Anna' } })
  })

  test('reach the first under either id, and a reply goes to the id last written from', async () => {
    await send({ id: 'a' }, 'one')
    await close('a')
    await send({ id: 'b' }, 'two')
    await merge('a', 'b')
    const [operator] = desk.operators
    const chatOfA = () =>
      app.services.db.chat.findFirstOrThrow({
        where: { visitor: { channelId: desk.channel.id, key: 'a' }, status: { not: 'CLOSED' } },
        include: { visitor: true },
      })
    const { id, visitor } = await chatOfA()
    expect(visitor.externalId).toBe('b')
    await reply(operator, id, 'answer')
    await send({ id: 'a' }, 'three')
    expect(await chatOfA()).toMatchObject({ id, visitor: { externalId: 'a' } })
    await send({ id: 'b' }, 'four')
    await send({ id: 'b' }, 'five')
    expect(await chatOfA()).toMatchObject({ id, visitor: { externalId: 'b' } })
    expect(await textsOf('a')).toEqual(['one', 'two', 'answer', 'three', 'four', 'five'])
    await close('a')
    await send({ id: 'b' }, 'six')
    expect(await textsOf('a')).toContain('six')
    await mutate(desk.admin.execute, 'blacklistVisitor', { id: await idOf('a'), reason: 'Spam' })
    await send({ id: 'b' }, 'unheard')
    expect(await textsOf('a')).not.toContain('unheard')
  })

  test.each([
    ['the second', ['a', 'b'], 'b'],
    ['the first', ['b', 'a'], 'a'],
  ])('whose chats are closed are written to under the id of %s, who wrote last', async (_who, order, id) => {
    for (const key of order) {
      await send({ id: key }, `from ${key}`)
      await close(key)
    }
    await merge('a', 'b')
    const { externalId } = await app.services.db.visitor.findFirstOrThrow({
      where: { channelId: desk.channel.id, key: 'a' },
    })
    expect(externalId).toBe(id)
  })

  test('are not merged while both have an open chat, with themselves, or when the viewer may not see both', async () => {
    await send({ id: 'a' })
    await send({ id: 'b' })
    const both = await merge('a', 'b')
    expect(both.userErrors[0]).toMatchObject({ code: 'CHAT_OPEN', field: ['input', 'mergedId'] })
    expect((await merge('a', 'a')).userErrors[0].code).toBe('INVALID')
    const stranger = await openDesk(app)
    expect((await merge('a', 'b', stranger.admin.execute)).userErrors[0].code).toBe('NOT_FOUND')
    await close('b')
    expect((await merge('a', 'b')).userErrors).toEqual([])
    expect((await merge('b', 'a')).userErrors[0].code).toBe('VISITOR_MERGED')
  })

  test('have one list of calls, unless both are being called', async () => {
    const { db } = app.services
    const own = await openCallDesk(app)
    const [first, second] = [await own.call(), await own.call()]
    const ids = [first, second].map(({ visitorId }) => globalId('Visitor', String(visitorId)))
    for (const { chatId } of [first, second]) {
      await mutate(own.admin.execute, 'closeChat', { chatId: globalId('Chat', String(chatId)) })
    }
    const input = { survivorId: ids[0], mergedId: ids[1] }
    const refused = await mutate(own.admin.execute, 'mergeVisitors', input)
    expect(refused.userErrors[0]).toMatchObject({ code: 'INVALID', field: ['input', 'mergedId'] })
    const id = globalId('Call', second.id)
    await mutate(own.admin.execute, 'takeCall', { id })
    await mutate(own.admin.execute, 'endCall', { id })
    expect((await mutate(own.admin.execute, 'mergeVisitors', input)).userErrors).toEqual([])
    expect(await db.call.count({ where: { visitorId: first.visitorId } })).toBe(2)
  })

  test('are both blacklisted if one of them was, and keep what they left, uploaded, and did before', async () => {
    const { db } = app.services
    for (const key of ['a', 'b']) {
      await send({ id: key })
      await close(key)
    }
    const [{ id: visitorId }, { id: mergedId, accountId }] = [await visitorOf('a'), await visitorOf('b')]
    const message = { text: 'Call me', email: 'b@example.org' }
    await leaveOfflineMessage(app.services, { channel: desk.channel, visitorId: mergedId, ...message })
    const content = { name: 'a.txt', contentType: 'text/plain', size: 1 }
    await db.file.create({
      data: { accountId, visitorId: mergedId, key: randomUUID(), mediaType: 'DOCUMENT', ...content },
    })
    await mutate(desk.admin.execute, 'blacklistVisitor', { id: await idOf('b'), reason: 'Spam' })
    await merge('a', 'b')
    expect(await visitorOf('a')).toMatchObject({ blacklistedAt: expect.any(Date), blacklistReason: 'Spam' })
    await send({ id: 'a' }, 'unheard')
    expect(await textsOf('a')).toEqual(['Hello', 'Hello'])
    const where = { visitorId }
    expect([await db.offlineMessage.count({ where }), await db.file.count({ where })]).toEqual([1, 1])
    const history = await historyOf(desk.admin.execute, await idOf('a'))
    expect(history.map(({ action }) => action)).toEqual(['VISITORS_MERGED', 'VISITOR_BLACKLISTED'])
  })

  test('have one visit, on the page where either was seen last', async () => {
    const { visit } = app.services.db
    for (const key of ['a', 'b']) {
      await send({ id: key })
      await close(key)
    }
    const [one, two] = [await visitorOf('a'), await visitorOf('b')]
    const visited = (visitor: typeof one, minutes: number, data: object) => {
      const { id: visitorId, accountId, channelId } = visitor
      const lastSeenAt = new Date(Date.now() - minutes * 60_000)
      return visit.create({ data: { visitorId, accountId, channelId, lastSeenAt, ...data } })
    }
    await visited(one, 5, { title: 'Prices', visits: 2, attributes: { plan: 'gold', since: 2020 } })
    await visited(two, 1, { title: 'Contact', visits: 3, attributes: { plan: 'none', city: 'Rome' } })
    await merge('a', 'b')
    const attributes = { plan: 'gold', since: 2020, city: 'Rome' }
    expect(await visit.findMany({ where: { channelId: desk.channel.id } })).toMatchObject([
      { visitorId: one.id, title: 'Contact', visits: 5, attributes },
    ])
  })

  test('stay one when the first is merged once more', async () => {
    for (const key of ['a', 'b', 'c']) {
      await send({ id: key }, `from ${key}`)
      await close(key)
    }
    await merge('b', 'a')
    await merge('c', 'b')
    await send({ id: 'a' }, 'later')
    expect(await textsOf('c')).toEqual(['from a', 'from b', 'from c', 'later'])
  })
})

test('a visitor is there with all their chats and messages, for those who may see them', async () => {
  await send({ id: 'a', name: 'Anna' }, 'one')
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', (await desk.chatOf('a')).id) })
  await send({ id: 'a' }, 'two')
  const query = `query ($id: ID!) { visitor(by: { id: $id }) { name chats { edges { node { status } } }
    messages(first: 2) { edges { node { text } } pageInfo { hasNextPage } } } }`
  const { data } = await desk.operators[0].execute(query, { id: await idOf('a') })
  expect(data.visitor).toEqual({
    name: 'Anna',
    chats: { edges: [{ node: { status: 'QUEUED' } }, { node: { status: 'CLOSED' } }] },
    messages: {
      edges: [{ node: { text: 'two' } }, { node: { text: null } }],
      pageInfo: { hasNextPage: true },
    },
  })
  const stranger = await openDesk(app)
  expect((await stranger.admin.execute(query, { id: await idOf('a') })).data).toEqual({ visitor: null })
  for (const [verb, input] of [
    ['updateVisitor', { name: 'x' }],
    ['blacklistVisitor', { reason: 'x' }],
    ['unblacklistVisitor', {}],
  ] as const) {
    const { userErrors } = await mutate(stranger.admin.execute, verb, { id: await idOf('a'), ...input })
    expect(userErrors[0].code).toBe('NOT_FOUND')
  }
})
