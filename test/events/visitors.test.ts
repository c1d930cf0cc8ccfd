import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { followSignals, followVisits, REPLAY_LIMIT } from '../../server/events/follow.ts'
import { type LiveEvent, transient } from '../../server/events/live-event.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { openVisitorFeed, readFeed, type VisitorFeed, visitorOf } from '../support/visitor-feed.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const open: VisitorFeed[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((feed) => feed.close()))
})

async function follow(desk: Desk, visitor: string, after: string | null = null): Promise<VisitorFeed> {
  const feed = await openVisitorFeed(app.services, await visitorOf(app.services, desk, visitor), after)
  open.push(feed)
  return feed
}

/** Who types in their chat. */
async function followSignalsOf(desk: Desk, visitor: string): Promise<VisitorFeed> {
  const principal = await visitorOf(app.services, desk, visitor)
  const feed = readFeed(await followSignals(app.services, { principal, chatIds: null }))
  open.push(feed)
  return feed
}

const ofMessage = (id: string) => (event: LiveEvent) => event.messageId === id
const textsOf = ({ told }: VisitorFeed) => told.flatMap(({ event }) => event.snapshot.message?.text ?? [])

/** A conversation with everything that can happen in it; `last` is the last message, in the visitor's next chat. */
async function talk(desk: Desk, visitor: string): Promise<{ said: string[]; last: string }> {
  const [operator, colleague] = desk.operators as [Person, Person]
  const chat = await desk.chatOf(visitor)
  const chatId = globalId('Chat', chat.id)
  await mutate(operator.execute, 'acceptChat', { chatId })
  const answer = await reply(operator, chat.id, `answer to ${visitor}`)
  const question = await desk.say(visitor, `question of ${visitor}`)
  await mutate(operator.execute, 'markChatRead', { chatId, seq: 3 })
  await mutate(operator.execute, 'inviteToChat', {
    chatId,
    operatorId: globalId('Operator', colleague.user.id),
  })
  const named = { sender: { id: visitor, name: `New ${visitor}` }, message: { type: 'text', text: 'named' } }
  await desk.post(named)
  const { outboxItem } = app.services.db
  await outboxItem.updateMany({ where: { chatId: chat.id }, data: { state: 'FAILED' } })
  const delivery = await outboxItem.findFirstOrThrow({ where: { messageId: answer } })
  await mutate(operator.execute, 'retryDelivery', { id: globalId('Delivery', delivery.id) })
  await mutate(operator.execute, 'closeChat', { chatId })
  const last = await desk.say(visitor, `${visitor} is back`)
  return { said: [answer, question], last }
}

const heard = [
  'CHAT_ACCEPTED',
  'MESSAGE_CREATED',
  'MESSAGE_CREATED',
  'CHAT_READ',
  'VISITOR_UPDATED',
  'MESSAGE_CREATED',
  'CHAT_CLOSED',
  'CHAT_OPENED',
  'MESSAGE_CREATED',
]

describe('a visitor', () => {
  test('learns what is said, that the chat was accepted and closed, and nothing of what operators do', async () => {
    const desk = await openDesk(app, { operators: 2 })
    await desk.say('a', 'Hello')
    const feed = await follow(desk, 'a')
    const { last } = await talk(desk, 'a')
    await feed.waitFor(ofMessage(last))
    expect(feed.kinds).toEqual(heard)
    expect(textsOf(feed)).toEqual(['answer to a', 'question of a', 'named', 'a is back'])
  })

  test('who was away gets exactly that again from their cursor', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const first = await desk.say('a', 'Hello')
    const before = await follow(desk, 'a', '0')
    await before.waitFor(ofMessage(first))
    await before.close()
    const { last } = await talk(desk, 'a')
    const feed = await follow(desk, 'a', before.cursor)
    const live = await desk.say('a', 'live')
    await feed.waitFor(ofMessage(last))
    await feed.waitFor(ofMessage(live))
    const missed = feed.kinds.slice(feed.kinds.indexOf('CHAT_ACCEPTED'))
    expect(missed).toEqual([...heard, 'MESSAGE_CREATED'])
    const ids = feed.told.map(({ event }) => event.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('gets nothing of another visitor of the same channel, live or replayed', async () => {
    const desk = await openDesk(app, { operators: 2 })
    await Promise.all([desk.say('a', 'Hello'), desk.say('b', 'Hi')])
    const live = await follow(desk, 'b')
    const { last } = await talk(desk, 'a')
    const own = await desk.say('b', 'own')
    const replayed = await follow(desk, 'b', '0')
    for (const feed of [live, replayed]) await feed.waitFor(ofMessage(own))
    expect(textsOf(live)).toEqual(['own'])
    expect(replayed.kinds).toEqual(['CHAT_OPENED', 'MESSAGE_CREATED', 'MESSAGE_CREATED'])
    const chat = await desk.chatOf('b')
    for (const { event } of [...live.told, ...replayed.told]) {
      expect(event).toMatchObject({ chatId: chat.id, visitorId: chat.visitorId })
      expect(event.messageId).not.toBe(last)
    }
  })

  test('sees an operator of their chat type, and not one who has left or only looks on, nor themselves', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [operator, leaver] = desk.operators as [Person, Person]
    await desk.say('a', 'Hello')
    const { id } = await desk.chatOf('a')
    const chatId = globalId('Chat', id)
    for (const { execute } of [operator, leaver]) await mutate(execute, 'joinChat', { chatId })
    await mutate(leaver.execute, 'leaveChat', { chatId })
    const feed = await followSignalsOf(desk, 'a')
    for (const { execute } of [leaver, desk.admin])
      await mutate(execute, 'setTyping', { chatId, typing: true })
    await desk.post({ sender: { id: 'a' }, message: { type: 'typein' } })
    await mutate(operator.execute, 'setTyping', { chatId, typing: true })
    const typing = await feed.waitFor(({ kind }) => kind === 'OPERATOR_TYPING')
    expect(typing).toMatchObject({ subjectId: operator.user.id, typing: true })
    expect(feed.told).toEqual([{ event: typing, cursor: null }])
  })

  test('who closes one of their tabs is told in the others', async () => {
    const desk = await openDesk(app)
    await desk.say('a', 'Hello')
    const [closed, left] = [await follow(desk, 'a'), await follow(desk, 'a')]
    await closed.close()
    await left.waitFor(ofMessage(await desk.say('a', 'next')))
    expect(textsOf(closed)).toEqual([])
  })

  test('learns that the chat was closed when its channel is deleted', async () => {
    const desk = await openDesk(app)
    await desk.say('a', 'Hello')
    const feed = await follow(desk, 'a')
    await mutate(desk.admin.execute, 'deleteChannel', { id: globalId('Channel', desk.channel.id) })
    const closed = await feed.waitFor(({ kind }) => kind === 'CHAT_CLOSED')
    expect(feed.kinds).toEqual(['CHAT_CLOSED'])
    const chat = await app.services.db.chat.findUniqueOrThrow({ where: { id: closed.chatId ?? '' } })
    expect(chat.status).toBe('CLOSED')
  })

  test('is told of what nobody announced, from the log, and other visitors are not', async () => {
    const desk = await openDesk(app)
    await Promise.all([desk.say('a', 'Hello'), desk.say('b', 'Hi')])
    const [feed, other] = [await follow(desk, 'a'), await follow(desk, 'b')]
    const { accountId, channelId, id: chatId, visitorId } = await desk.chatOf('a')
    const { id } = await app.services.db.event.create({
      data: { accountId, channelId, chatId, visitorId, kind: 'CHAT_CLOSED' },
    })
    await feed.waitFor((event) => event.id === id)
    const next = await desk.say('b', 'next')
    await other.waitFor(ofMessage(next))
    expect(textsOf(other)).toEqual(['next'])
    expect(other.told).toHaveLength(1)
  })

  test('reads everything again when the process missed too much of theirs, and others do not', async () => {
    const desk = await openDesk(app)
    await Promise.all([desk.say('a', 'Hello'), desk.say('b', 'Hi')])
    const [feed, other] = [await follow(desk, 'a'), await follow(desk, 'b')]
    const { accountId, channelId, id: chatId, visitorId } = await desk.chatOf('a')
    const event = { accountId, channelId, chatId, kind: 'CHAT_CLOSED' as const }
    await app.services.db.event.createMany({
      data: Array.from({ length: REPLAY_LIMIT + 1 }, (_, n) => (n === 0 ? { ...event, visitorId } : event)),
    })
    await feed.waitFor(({ kind }) => kind === 'RESYNC')
    const next = await desk.say('b', 'next')
    await other.waitFor(ofMessage(next))
    expect(other.kinds).toEqual(['MESSAGE_CREATED'])
  })
})

test('of ten thousand visitors who are followed, an event calls the listener of one', async () => {
  const desk = await openDesk(app)
  const { hub } = app.services
  await desk.say('a', 'Hello')
  const { visitorId } = await desk.chatOf('a')
  const accountId = desk.account.id
  const called: string[] = []
  const visitorIds = [visitorId, ...Array.from({ length: 9_999 }, () => randomUUID())]
  let unfollow: (() => void)[] = []
  const statements = await recordStatements(async () => {
    unfollow = await Promise.all(
      visitorIds.map((id) => hub.follow({ accountId, visitorId: id }, { tell: () => called.push(id) })),
    )
  })
  expect(statements.length).toBeLessThan(20)
  const checks = await recordStatements(async () => {
    await desk.say('a', 'to one')
    await hub.check()
  })
  expect(called).toEqual([visitorId])
  expect(checks.filter((sql) => sql.includes('pg_current_snapshot')).length).toBeLessThan(5)
  // What concerns no visitor calls nobody.
  await mutate(desk.operators[0].execute, 'setAvailability', { available: false })
  await hub.check()
  expect(called).toEqual([visitorId])
  for (const stop of unfollow) stop()
  await desk.say('a', 'nobody follows')
  await hub.check()
  expect(called).toEqual([visitorId])
})

test('a replay for one visitor reads the index of their events, not the log of the account', async () => {
  const desk = await openDesk(app)
  await desk.say('a', 'Hello')
  const { accountId, channelId } = await desk.chatOf('a')
  const { db, pool } = app.services
  await db.$executeRaw`
    INSERT INTO "Event" ("accountId", kind, "channelId", "visitorId")
    SELECT ${accountId}::uuid, 'MESSAGE_CREATED', ${channelId}::uuid,
           CASE WHEN n % 2 = 0 THEN gen_random_uuid() END
    FROM generate_series(1, 20000) n`
  await db.$executeRaw`ANALYZE "Event"`
  let feed: VisitorFeed | undefined
  const statements = await recordStatements(async () => {
    feed = await follow(desk, 'a', '0')
  })
  await until(() => expect(feed?.kinds).toEqual(['CHAT_OPENED', 'MESSAGE_CREATED']))
  const replay = statements
    .find((sql) => sql.includes('"Event"') && sql.includes('LIMIT'))
    ?.replace('(…)', '(0)')
  const { rows } = await pool.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${replay}`)
  const plan = JSON.stringify(rows)
  expect(plan).toContain('"Index Name":"Event_of_visitor"')
  expect(plan).not.toContain('Seq Scan')
})

describe('what nobody needs later', () => {
  /** An operator of the desk, one who answers no channel, and what happens in the desk's channel. */
  async function openWalls() {
    const desk = await openDesk(app)
    const stranger = await makeUser(app.services, { accountId: desk.account.id })
    const { viewer: outsider } = await signedIn(app.services, stranger.id)
    const about = { accountId: desk.account.id, channelId: desk.channel.id }
    const emit = (kind: LiveEvent['kind'], more: Partial<LiveEvent>) =>
      app.services.hub.emit({ ...transient('QUEUE_MOVED', about), kind, ...more })
    return { desk, insider: desk.operators[0].viewer, outsider, emit }
  }

  async function listen(batches: Promise<Parameters<typeof readFeed>[0]>): Promise<VisitorFeed> {
    const feed = readFeed(await batches)
    open.push(feed)
    return feed
  }

  test('is told to those who see the channel, and of the chats that they ask for', async () => {
    const { insider, outsider, emit } = await openWalls()
    const [chatId, other] = [randomUUID(), randomUUID()]
    const hear = (principal: typeof insider, chatIds: string[] | null) =>
      listen(followSignals(app.services, { principal, chatIds }))
    const [all, some, none] = [
      await hear(insider, null),
      await hear(insider, [chatId]),
      await hear(outsider, null),
    ]
    emit('VISITOR_TYPING', { chatId: other, typing: true })
    emit('VISITOR_TYPING', { chatId, typing: true })
    emit('VISIT_CHANGED', { subjectId: randomUUID() })
    emit('CHAT_UPDATED', { chatId, id: 1n })
    emit('PRESENCE_CHANGED', { channelId: null })
    for (const feed of [all, some, none]) await feed.waitFor(({ kind }) => kind === 'PRESENCE_CHANGED')
    const heardBy = ({ told }: VisitorFeed) => told.map(({ event }) => event.chatId ?? event.kind)
    expect(heardBy(all)).toEqual([other, chatId, 'PRESENCE_CHANGED'])
    expect(heardBy(some)).toEqual([chatId, 'PRESENCE_CHANGED'])
    expect(heardBy(none)).toEqual(['PRESENCE_CHANGED'])
  })

  test('a visitor who leaves a website is told of, whatever else they did, to those who see the channel', async () => {
    const { insider, outsider, emit } = await openWalls()
    const [left, other, elsewhere] = [randomUUID(), randomUUID(), randomUUID()]
    const watch = (principal: typeof insider, visitorId: string | null) =>
      listen(followVisits(app.services, { principal, visitorId }))
    const [all, one, none] = [
      await watch(insider, null),
      await watch(insider, left),
      await watch(outsider, null),
    ]
    emit('VISIT_CHANGED', { subjectId: left })
    emit('CHAT_CLOSED', { visitorId: left, id: 1n })
    emit('CHAT_OPENED', { visitorId: elsewhere, id: 2n })
    emit('VISIT_CHANGED', { subjectId: other })
    emit('VISIT_CHANGED', { subjectId: other, channelId: null })
    for (const feed of [all, none]) await feed.waitFor(({ subjectId }) => subjectId === other)
    await one.waitFor(({ subjectId }) => subjectId === left)
    const toldBy = ({ told }: VisitorFeed) => told.map(({ event: { kind, subjectId } }) => [kind, subjectId])
    expect(toldBy(all)).toEqual([
      ['VISIT_CHANGED', left],
      ['VISIT_CHANGED', other],
    ])
    expect(toldBy(one)).toEqual([['VISIT_CHANGED', left]])
    expect(toldBy(none)).toEqual([['VISIT_CHANGED', other]])
  })
})

test('who begins to follow an account is told nothing of what happened before, however much that is', async () => {
  const desk = await openDesk(app)
  const { hub, db } = app.services
  const accountId = desk.account.id
  const before = { accountId, kind: 'OPERATOR_UPDATED', subjectId: desk.operators[0].user.id } as const
  await db.event.createMany({ data: Array.from({ length: REPLAY_LIMIT + 1 }, () => before) })
  const told: LiveEvent[] = []
  const stop = await hub.follow({ accountId }, { tell: (event) => told.push(event) })
  await hub.check()
  expect(told).toEqual([])
  const { id } = await db.event.create({ data: before })
  await hub.check()
  expect(told.map((event) => event.id)).toEqual([id])
  stop()
})
