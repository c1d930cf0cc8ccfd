import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOff } from '../../server/domain/bots/handover/hand-off.ts'
import { routeChats } from '../../server/domain/routing/route-chats.ts'
import { decide } from '../../server/domain/routing/rules/decide.ts'
import { findRuleSubject } from '../../server/domain/routing/rules/find-rule-subject.ts'
import { findRule } from '../../server/domain/routing/rules/fits-rule.ts'
import { type RoutingRule, readRoutingRules } from '../../server/domain/routing/rules/routing-rule.ts'
import type { RuleSubject } from '../../server/domain/routing/rules/rule-subject.ts'
import { findQueuePositions } from '../../server/domain/visits/chat/find-queue-position.ts'
import { transact } from '../../server/events/transact.ts'
import { type ChatRouting, Prisma } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeChannel, makeUser } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'
import { makeWidget, openBrowser, write } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Room extends Desk {
  anna: Person
  ben: Person
  departmentId: string
}

async function openRoom(routing: ChatRouting = 'LEAST_BUSY'): Promise<Room> {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  for (const { user, viewer } of desk.operators) {
    const person = { accountId: user.accountId, userId: user.id, sessionId: viewer.sessionId ?? '' }
    await app.services.presence.connect(person).counted
  }
  const { db } = app.services
  await db.channel.update({ where: { id: desk.channel.id }, data: { routing } })
  const { id: departmentId } = await db.department.create({
    data: {
      accountId: desk.account.id,
      number: 1,
      name: 'Sales',
      members: { create: { userId: ben.user.id } },
    },
  })
  return { ...desk, anna, ben, departmentId }
}

const route = () => routeChats(app.services)

async function set({ admin }: Desk, input: Record<string, unknown>) {
  return mutate(admin.execute, 'updateRoutingSettings', input)
}

async function offeredTo(chatId: string): Promise<string[]> {
  const offers = await app.services.db.chatInvitation.findMany({ where: { chatId, state: 'PENDING' } })
  return offers.map(({ toUserId }) => toUserId)
}

/** What the chat says, without the messages. */
async function noticesOf(chatId: string) {
  const rows = await app.services.db.message.findMany({
    where: { chatId, type: 'NOTICE' },
    orderBy: { seq: 'asc' },
  })
  return rows.map(({ notice }) => notice)
}

const AT = new Date('2026-12-30T10:00:00Z')
const subject: RuleSubject = {
  channelId: '00000000-0000-7000-8000-000000000001',
  page: 'https://shop.example/Pricing?utm_source=news',
  referrer: null,
  utm: { source: 'news' },
  country: 'DE',
  language: 'pt-BR',
  customData: [{ key: 'plan', value: 'Pro' }],
  tagIds: ['00000000-0000-7000-8000-000000000002'],
  botReason: 'I want my money back',
  isReturning: true,
  hours: {
    timeZone: 'Europe/Berlin',
    weekly: [],
    holidays: [],
    closedUntil: new Date('2026-12-31T00:00:00Z'),
  },
  at: AT,
}

test.each<[condition: object, fits: boolean]>([
  [{ field: 'CHANNEL', channelIds: [subject.channelId] }, true],
  [{ field: 'PAGE', comparison: 'CONTAINS', value: '/pricing' }, true],
  [{ field: 'PAGE', comparison: 'BEGINS', value: 'https://other' }, false],
  [{ field: 'PAGE', comparison: 'ENDS', value: '=NEWS' }, true],
  [{ field: 'REFERRER', comparison: 'IS', value: 'https://search.example' }, false],
  [{ field: 'REFERRER', comparison: 'CONTAINS_NOT', value: 'search' }, true],
  [{ field: 'UTM', key: 'source', comparison: 'IS', value: 'News' }, true],
  [{ field: 'UTM', key: 'medium', comparison: 'IS', value: 'mail' }, false],
  [{ field: 'CUSTOM_DATA', key: 'Plan', comparison: 'IS', value: 'pro' }, true],
  [{ field: 'CUSTOM_DATA', key: 'plan', comparison: 'IS_NOT', value: 'pro' }, false],
  [{ field: 'CUSTOM_DATA', key: 'size', comparison: 'IS_NOT', value: 'big' }, true],
  [{ field: 'BOT_REASON', comparison: 'CONTAINS', value: 'money' }, true],
  [{ field: 'COUNTRY', values: ['at', 'de'] }, true],
  [{ field: 'COUNTRY', values: ['FR'] }, false],
  [{ field: 'LANGUAGE', values: ['pt'] }, true],
  [{ field: 'LANGUAGE', values: ['pt-pt', 'p'.repeat(2)] }, false],
  [{ field: 'TAG', tagIds: subject.tagIds }, true],
  // It is 11:00 on a Wednesday in Berlin.
  [{ field: 'TIME', days: ['WEDNESDAY'], from: '10:30', to: '11:30' }, true],
  [{ field: 'TIME', days: ['WEDNESDAY'], from: '11:30', to: '10:00' }, false],
  [{ field: 'TIME', days: ['TUESDAY'], from: '20:00', to: '11:01' }, true],
  [{ field: 'TIME', days: ['TUESDAY'], from: '20:00', to: '11:00' }, false],
  [{ field: 'TIME', days: ['WEDNESDAY'], from: '11:00', to: '12:00' }, true],
  [{ field: 'TIME', days: ['WEDNESDAY'], from: '10:00', to: '11:00' }, false],
  [{ field: 'OPEN', is: false }, true],
  [{ field: 'RETURNING', is: true }, true],
  [{ field: 'RETURNING', is: false }, false],
])('%j fits: %s', (condition, fits) => {
  const rules = readRoutingRules([{ name: 'One', enabled: true, conditions: [condition], priority: 'HIGH' }])
  expect(rules).toHaveLength(1)
  expect(findRule(rules, subject) !== null).toBe(fits)
})

test('the first rule that fits holds, whatever those after it say; one that is switched off is passed over', () => {
  const rule = (name: string, more: object = {}): RoutingRule =>
    readRoutingRules([{ name, enabled: true, conditions: [], priority: 'LOW', ...more }])[0] as RoutingRule
  const rules = [
    rule('off', { enabled: false }),
    rule('other', { conditions: [{ field: 'COUNTRY', values: ['FR'] }] }),
    rule('fits', {
      conditions: [
        { field: 'COUNTRY', values: ['DE'] },
        { field: 'RETURNING', is: true },
      ],
    }),
    rule('always'),
  ]
  expect(findRule(rules, subject)?.name).toBe('fits')
})

test('the operator whom a rule names goes before the one who answered the visitor last', () => {
  const rules = readRoutingRules([{ name: 'One', enabled: true, conditions: [], operatorId: randomUUID() }])
  const settings = {
    accountId: '',
    rules,
    returnDays: 7,
    notTakenMinutes: null,
    targets: [],
    targetsChangedAt: null,
  }
  const { decision } = decide(settings, { subject, lastOperatorId: randomUUID(), lastClosedAt: AT })
  expect(decision).toEqual({ rule: 'One', operatorId: rules[0]?.operatorId })
})

test('a rule moves a chat to its department, gives it a priority, and says so in the chat and in the event log', async () => {
  const room = await openRoom()
  const { userErrors } = await set(room, {
    rules: [
      {
        name: 'Prices',
        conditions: [{ field: 'PAGE', comparison: 'CONTAINS', value: '/pricing' }],
        departmentId: globalId('Department', room.departmentId),
        priority: 'URGENT',
      },
    ],
  })
  expect(userErrors).toEqual([])
  await room.say('first', 'Hello')
  await room.post({
    sender: { id: 'v', url: 'https://shop.example/pricing' },
    message: { type: 'text', id: '1', text: 'How much is it?' },
  })
  await route()
  const chat = await room.chatOf('v')
  expect(chat).toMatchObject({
    departmentId: room.departmentId,
    priority: 'URGENT',
    decision: { rule: 'Prices' },
  })
  expect(await offeredTo(chat.id)).toEqual([room.ben.user.id])
  expect(await noticesOf(chat.id)).toEqual([
    { kind: 'ROUTED', rule: 'Prices', departmentId: room.departmentId, priority: 'URGENT' },
    { kind: 'OFFERED', targetId: room.ben.user.id, routing: 'LEAST_BUSY', rule: 'Prices' },
  ])
  const revision = (await room.chatOf('first')).revision
  await route()
  expect(await app.services.db.event.count({ where: { chatId: chat.id, kind: 'CHAT_ROUTED' } })).toBe(1)
  expect((await room.chatOf('first')).revision).toBe(revision)
  const { data } = await room.anna.execute(
    `{ chats(view: WAITING, first: 5) { nodes { id priority routingRule } } }`,
  )
  expect(data.chats.nodes).toMatchObject([
    { id: globalId('Chat', chat.id), priority: 'URGENT', routingRule: 'Prices' },
    { priority: 'NORMAL', routingRule: null },
  ])
})

test('a chat that goes back to a bot before anybody takes it is tried again when it waits once more', async () => {
  const room = await openRoom('EVERYONE')
  const { db } = app.services
  const conditions = [{ field: 'BOT_REASON', comparison: 'CONTAINS', value: 'money' }]
  expect((await set(room, { rules: [{ name: 'Money', conditions, priority: 'HIGH' }] })).userErrors).toEqual(
    [],
  )
  await room.say('v', 'Hello')
  await route()
  expect((await room.chatOf('v')).priority).toBe('NORMAL')
  const { bot } = await makeBot(app.services, { accountId: room.account.id })
  await db.channel.update({ where: { id: room.channel.id }, data: { botId: bot.id } })
  const chat = await room.chatOf('v')
  await mutate(room.anna.execute, 'handBackToBot', { chatId: globalId('Chat', chat.id) })
  await route()
  await transact(app.services, (work) =>
    handOff(work, chat, { reason: 'BOT_INVITED', text: 'The bot asks.', botReason: 'They want their money' }),
  )
  await route()
  expect(await room.chatOf('v')).toMatchObject({ priority: 'HIGH', decision: { rule: 'Money' } })
  await mutate(room.anna.execute, 'acceptChat', { chatId: globalId('Chat', chat.id) })
  await mutate(room.anna.execute, 'setChatPriority', { chatId: globalId('Chat', chat.id), priority: 'LOW' })
  await mutate(room.anna.execute, 'handBackToBot', { chatId: globalId('Chat', chat.id) })
  await transact(app.services, (work) =>
    handOff(work, chat, { reason: 'BOT_FAILED', text: 'It does not answer.' }),
  )
  await route()
  expect((await room.chatOf('v')).priority).toBe('LOW')
})

test('two processes that try the rules on a chat at the same time apply one once', async () => {
  const { db } = app.services
  const room = await openRoom('EVERYONE')
  const rules = [{ name: 'All', conditions: [], priority: 'HIGH' }]
  expect((await set(room, { rules })).userErrors).toEqual([])
  await room.say('v', 'Hello')
  const { id } = await room.chatOf('v')
  const row = Prisma.sql`SELECT 1 FROM "Chat" WHERE id = ${id}::uuid FOR UPDATE`
  const { both } = await whileHeld(db, row, async () => {
    const both = [route(), route()]
    await untilLocked(db, '"Chat"', 2)
    return { both }
  })
  await Promise.all(both)
  expect(await noticesOf(id)).toEqual([{ kind: 'ROUTED', rule: 'All', priority: 'HIGH' }])
  expect(await db.event.count({ where: { chatId: id, kind: 'CHAT_ROUTED' } })).toBe(1)
})

test('chats that no rule fits cost as many statements together as one of them, and the others are routed all the same', async () => {
  const room = await openRoom('EVERYONE')
  const conditions = [{ field: 'PAGE', comparison: 'CONTAINS', value: '/pricing' }]
  expect((await set(room, { rules: [{ name: 'Prices', conditions, priority: 'HIGH' }] })).userErrors).toEqual(
    [],
  )
  const statements = async () => {
    const all = await recordStatements(route)
    return all.filter((sql) => /"Chat"/.test(sql)).length
  }
  await room.say('one', 'Hello')
  const cost = await statements()
  for (const visitor of ['two', 'three', 'four']) await room.say(visitor, 'Hello')
  expect(await statements()).toBe(cost)
  const { db } = app.services
  expect(await db.chat.count({ where: { accountId: room.account.id, ruledAt: null } })).toBe(0)
  await room.say('five', 'Hello')
  await room.post({
    sender: { id: 'v', url: 'https://shop.example/pricing' },
    message: { type: 'text', id: '1', text: 'How much is it?' },
  })
  await route()
  expect([(await room.chatOf('five')).priority, (await room.chatOf('v')).priority]).toEqual([
    'NORMAL',
    'HIGH',
  ])
})

test('a rule that names an operator offers them the chat first, also where everyone is told, and then it is the turn of others', async () => {
  const room = await openRoom('EVERYONE')
  const operatorId = globalId('Operator', room.ben.user.id)
  expect((await set(room, { rules: [{ name: 'For Ben', conditions: [], operatorId }] })).userErrors).toEqual(
    [],
  )
  await room.say('v', 'Hello')
  await route()
  const { id } = await room.chatOf('v')
  expect(await offeredTo(id)).toEqual([room.ben.user.id])
  const [offer] = await app.services.db.chatInvitation.findMany({ where: { chatId: id } })
  await mutate(room.ben.execute, 'declineChatInvitation', { id: globalId('ChatInvitation', offer?.id ?? '') })
  await route()
  expect(await offeredTo(id)).toEqual([])
  await mutate(room.ben.execute, 'setAvailability', { available: false })
  await app.services.db.channel.update({ where: { id: room.channel.id }, data: { routing: 'ROUND_ROBIN' } })
  await room.say('w', 'Hello')
  await route()
  expect(await offeredTo((await room.chatOf('w')).id)).toEqual([room.anna.user.id])
})

test('where everyone is told, chats for somebody who is away keep those behind them from nobody who is there', async () => {
  const room = await openRoom('EVERYONE')
  const { db } = app.services
  const visitors = Array.from({ length: 21 }, (_, n) => `waiting ${n}`)
  for (const visitor of visitors) await room.say(visitor, 'Hello')
  await db.chat.updateMany({
    where: { channelId: room.channel.id },
    data: { decision: { operatorId: room.ben.user.id }, ruledAt: new Date() },
  })
  await room.say('v', 'Hello')
  const { id } = await room.chatOf('v')
  await db.chat.update({
    where: { id },
    data: { decision: { operatorId: room.anna.user.id }, ruledAt: new Date() },
  })
  await mutate(room.ben.execute, 'setAvailability', { available: false })
  await set(room, { returnDays: 7 })
  await route()
  expect(await offeredTo(id)).toEqual([room.anna.user.id])
})

test('a visitor goes back to the operator who answered them last, within the days that are set', async () => {
  const room = await openRoom('ROUND_ROBIN')
  expect((await set(room, { returnDays: 7 })).userErrors).toEqual([])
  const { db } = app.services
  for (const visitor of ['soon', 'late']) {
    await room.say(visitor, 'Hello')
    const { id } = await room.chatOf(visitor)
    const chatId = globalId('Chat', id)
    await mutate(room.ben.execute, 'acceptChat', { chatId })
    await mutate(room.ben.execute, 'closeChat', { chatId })
    const closedAt = new Date(Date.now() - (visitor === 'soon' ? 6 : 8) * 86_400_000)
    await db.chat.update({ where: { id }, data: { closedAt } })
  }
  // It would be Anna's turn.
  await db.channelOperator.updateMany({
    where: { userId: room.ben.user.id },
    data: { offeredAt: new Date() },
  })
  await room.say('late', 'Me again')
  await room.say('soon', 'Me again')
  await route()
  const [soon, late] = [await room.chatOf('soon'), await room.chatOf('late')]
  expect(await offeredTo(soon.id)).toEqual([room.ben.user.id])
  expect(await noticesOf(soon.id)).toEqual([{ kind: 'OFFERED', targetId: room.ben.user.id, isReturn: true }])
  expect(await offeredTo(late.id)).toEqual([room.anna.user.id])
  const offer = await db.chatInvitation.findFirstOrThrow({ where: { chatId: soon.id } })
  await mutate(room.ben.execute, 'declineChatInvitation', { id: globalId('ChatInvitation', offer.id) })
  await route()
  // To her it is a chat like any other.
  expect((await noticesOf(soon.id)).at(-1)).toEqual({
    kind: 'OFFERED',
    targetId: room.anna.user.id,
    routing: 'ROUND_ROBIN',
  })
})

test('a visitor goes back to whoever came last into their last chat', async () => {
  const room = await openRoom('ROUND_ROBIN')
  expect((await set(room, { returnDays: 7 })).userErrors).toEqual([])
  for (const people of [[room.ben], [room.ben, room.anna]]) {
    await room.say('v', 'Hello')
    const chatId = globalId('Chat', (await room.chatOf('v')).id)
    for (const { execute } of people) await mutate(execute, 'joinChat', { chatId })
    await mutate(room.ben.execute, 'closeChat', { chatId })
  }
  // It would be Ben's turn.
  await app.services.db.channelOperator.updateMany({
    where: { userId: room.anna.user.id },
    data: { offeredAt: new Date() },
  })
  await room.say('v', 'Me again')
  await route()
  expect(await offeredTo((await room.chatOf('v')).id)).toEqual([room.anna.user.id])
})

test('the queue is ordered by priority and then by waiting, for operators, for offers and for visitors', async () => {
  const room = await openRoom('ROUND_ROBIN')
  const { db, pool } = app.services
  const priorities = {
    low: 'LOW',
    first: 'NORMAL',
    second: 'NORMAL',
    high: 'HIGH',
    urgent: 'URGENT',
  } as const
  for (const [visitor, priority] of Object.entries(priorities)) {
    await room.say(visitor, 'Hello')
    const { id } = await room.chatOf(visitor)
    await db.chat.update({ where: { id }, data: { priority } })
  }
  const wanted = ['urgent', 'high', 'first', 'second', 'low']
  const ids = await Promise.all(wanted.map(async (visitor) => (await room.chatOf(visitor)).id))
  const { data } = await room.anna.execute(
    '{ chats(view: WAITING, first: 3) { nodes { id } pageInfo { endCursor } } }',
  )
  const rest = await room.anna.execute(
    `{ chats(view: WAITING, first: 3, after: "${data.chats.pageInfo.endCursor}") { nodes { id } } }`,
  )
  const shown = [...data.chats.nodes, ...rest.data.chats.nodes]
  expect(shown.map(({ id }: { id: string }) => id)).toEqual(ids.map((id) => globalId('Chat', id)))
  const positions = await findQueuePositions(pool, ids)
  expect(ids.map((id) => positions.find(({ chatId }) => chatId === id)?.position)).toEqual([1, 2, 3, 4, 5])
  for (const { user } of room.operators)
    await db.user.update({ where: { id: user.id }, data: { maxChats: 1 } })
  await route()
  const offered = await Promise.all(ids.map(offeredTo))
  expect(offered.map((people) => people.length)).toEqual([1, 1, 0, 0, 0])
})

test('a chat that nobody takes tells the admins, once, also when two processes look at the same time', async () => {
  const room = await openRoom('EVERYONE')
  expect((await set(room, { notTakenMinutes: 5 })).userErrors).toEqual([])
  await room.say('v', 'Hello')
  await room.say('new', 'Hello')
  const { id } = await room.chatOf('v')
  const { db } = app.services
  await db.chat.update({ where: { id }, data: { queuedAt: new Date(Date.now() - 5 * 60_000) } })
  await Promise.all([route(), route(), route()])
  await route()
  const events = await db.event.findMany({ where: { accountId: room.account.id, kind: 'CHAT_NOT_TAKEN' } })
  expect(events.map(({ chatId }) => chatId)).toEqual([id])
  expect(await noticesOf(id)).toEqual([{ kind: 'NOT_TAKEN', minutes: 5 }])
  expect(await room.chatOf('v')).toMatchObject({ status: 'QUEUED', notTakenAt: expect.any(Date) })
})

test('a chat that was taken long after it began, and left just now, is no chat that nobody takes', async () => {
  const room = await openRoom('EVERYONE')
  expect((await set(room, { notTakenMinutes: 5 })).userErrors).toEqual([])
  await room.say('v', 'Hello')
  const { id } = await room.chatOf('v')
  const { db } = app.services
  await mutate(room.anna.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  await mutate(room.anna.execute, 'leaveChat', { chatId: globalId('Chat', id) })
  await db.chat.update({ where: { id }, data: { queuedAt: new Date(Date.now() - 60 * 60_000) } })
  await route()
  expect(await room.chatOf('v')).toMatchObject({ status: 'QUEUED', notTakenAt: null })
  const leftAt = new Date(Date.now() - 5 * 60_000)
  await db.chatMember.updateMany({ where: { chatId: id }, data: { leftAt } })
  await route()
  expect(await room.chatOf('v')).toMatchObject({ status: 'QUEUED', notTakenAt: expect.any(Date) })
})

test('outside its hours a chat waits for nobody: the admins are told within them', async () => {
  const room = await openRoom('EVERYONE')
  expect((await set(room, { notTakenMinutes: 5 })).userErrors).toEqual([])
  const { db } = app.services
  const accountId = room.account.id
  await db.businessHours.create({ data: { accountId, closedUntil: new Date(Date.now() + 3_600_000) } })
  await room.say('v', 'Hello')
  const { id } = await room.chatOf('v')
  await db.chat.update({ where: { id }, data: { queuedAt: new Date(Date.now() - 5 * 60_000) } })
  await route()
  expect(await room.chatOf('v')).toMatchObject({ notTakenAt: null })
  await db.businessHours.updateMany({ where: { accountId }, data: { closedUntil: null } })
  await route()
  expect(await room.chatOf('v')).toMatchObject({ notTakenAt: expect.any(Date) })
})

test('rules are asked about everything that is known of a visitor of a website', async () => {
  const room = await openRoom('EVERYONE')
  const tag = await app.services.db.tag.create({
    data: { accountId: room.account.id, name: 'Price', key: 'price', color: 'BLUE' },
  })
  const widget = await makeWidget(app.services, {
    accountId: room.account.id,
    operatorIds: [room.anna.user.id],
  })
  const browser = await openBrowser(app.url, widget.publicId, {
    url: 'https://shop.example/pricing?utm_source=news',
    referrer: 'https://search.example/',
    language: 'pt-BR',
  })
  const fields = [{ title: 'Plan', content: 'Pro' }, { key: 'size', content: 'big' }, { content: 'alone' }]
  expect((await mutate(browser.execute, 'setCustomData', { fields })).userErrors).toEqual([])
  const attributes = { seats: 3 }
  expect((await mutate(browser.execute, 'setVisitorAttributes', { attributes })).userErrors).toEqual([])
  await app.services.db.visit.updateMany({
    where: { channelId: widget.id },
    data: { geo: { countryCode: 'PT' } },
  })
  await write(browser, 'Hello')
  const { id } = await app.services.db.chat.findFirstOrThrow({ where: { channelId: widget.id } })
  const tagged = { chatIds: [globalId('Chat', id)], addTagIds: [globalId('Tag', tag.id)] }
  expect((await mutate(room.anna.execute, 'tagChats', tagged)).userErrors).toEqual([])
  const asked = await findRuleSubject(app.services.db, { accountId: room.account.id, chatId: id })
  expect(asked?.subject).toMatchObject({
    channelId: widget.id,
    page: 'https://shop.example/pricing?utm_source=news',
    referrer: 'https://search.example/',
    utm: { source: 'news' },
    language: 'pt-BR',
    customData: [
      { key: 'Plan', value: 'Pro' },
      { key: 'size', value: 'big' },
      { key: 'seats', value: '3' },
    ],
    country: 'PT',
    tagIds: [tag.id],
    isReturning: false,
  })
})

test('a rule that cannot be kept is refused with the path of every wrong field, and an admin alone changes rules', async () => {
  const room = await openRoom()
  const stranger = await openRoom()
  const foreign = globalId('Department', stranger.departmentId)
  const foreignChannel = globalId('Channel', stranger.channel.id)
  const { db } = app.services
  const [other, foreignTag] = [
    await makeChannel(app.services, { accountId: room.account.id }),
    await db.tag.create({ data: { accountId: stranger.account.id, name: 'A', key: 'a', color: 'BLUE' } }),
  ]
  const gone = await makeUser(app.services, { accountId: room.account.id })
  await db.channelOperator.create({ data: { channelId: room.channel.id, userId: gone.id } })
  await db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } })
  const rule = { name: 'A', conditions: [], priority: 'LOW' }
  const { userErrors } = await set(room, {
    rules: [
      { ...rule, name: ' ' },
      { name: 'Nothing', conditions: [] },
      {
        ...rule,
        conditions: [
          { field: 'PAGE', comparison: 'IS' },
          { field: 'COUNTRY', values: ['Germany'] },
        ],
      },
    ],
    returnDays: 0,
    targets: [{ firstReplyMinutes: 0 }],
  })
  expect(userErrors.map(({ field }: { field: string[] }) => field.join('.'))).toEqual([
    'input.rules.0.name',
    'input.rules.1.departmentId',
    'input.rules.2.conditions.0.value',
    'input.rules.2.conditions.1.values.0',
    'input.returnDays',
    'input.targets.0.firstReplyMinutes',
  ])
  const unknown = await set(room, {
    rules: [
      { ...rule, departmentId: foreign },
      { ...rule, operatorId: globalId('Operator', room.admin.user.id) },
      { ...rule, operatorId: globalId('Operator', gone.id) },
      {
        ...rule,
        conditions: [{ field: 'CHANNEL', channelIds: [globalId('Channel', other.id)] }],
        operatorId: globalId('Operator', room.anna.user.id),
      },
      {
        ...rule,
        conditions: [
          { field: 'CHANNEL', channelIds: [foreignChannel] },
          { field: 'TAG', tagIds: [globalId('Tag', foreignTag.id)] },
        ],
      },
    ],
    targets: [
      { departmentId: foreign, closingMinutes: 5 },
      { channelId: foreignChannel, closingMinutes: 5 },
    ],
  })
  expect(unknown.userErrors).toMatchObject([
    { code: 'NOT_FOUND', field: ['input', 'rules', '0', 'departmentId'] },
    { code: 'INVALID', field: ['input', 'rules', '1', 'operatorId'] },
    { code: 'NOT_FOUND', field: ['input', 'rules', '2', 'operatorId'] },
    { code: 'INVALID', field: ['input', 'rules', '3', 'operatorId'] },
    { code: 'NOT_FOUND', field: ['input', 'rules', '4', 'conditions', '0', 'channelIds'] },
    { code: 'NOT_FOUND', field: ['input', 'rules', '4', 'conditions', '1', 'tagIds'] },
    { code: 'NOT_FOUND', field: ['input', 'targets', '0', 'departmentId'] },
    { code: 'NOT_FOUND', field: ['input', 'targets', '1', 'channelId'] },
  ])
  const most = await set(room, { rules: Array.from({ length: 51 }, () => rule) })
  expect(most.userErrors).toMatchObject([{ code: 'TOO_LONG', field: ['input', 'rules'] }])
  const refused = await mutate(room.anna.execute, 'updateRoutingSettings', { rules: [rule] })
  expect(refused.userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
  expect((await set(room, { rules: [rule] })).userErrors).toEqual([])
  expect(
    await app.services.db.auditEntry.findMany({
      where: { accountId: room.account.id, action: 'ROUTING_SETTINGS_UPDATED' },
    }),
  ).toMatchObject([{ changes: [{ field: 'routingRules' }] }])
})

test('the tester says which rule fits, whom the visitor would get, and why the others not', async () => {
  const room = await openRoom()
  const { db } = app.services
  await set(room, {
    rules: [
      {
        name: 'Germany',
        conditions: [
          { field: 'COUNTRY', values: ['DE'] },
          { field: 'UTM', key: 'source', comparison: 'IS', value: 'ad' },
        ],
        departmentId: globalId('Department', room.departmentId),
        priority: 'HIGH',
      },
    ],
  })
  const ask = async (input: object) => {
    const { data } = await room.admin.execute(
      `mutation ($input: TryRoutingInput!) { tryRouting(input: $input) { trial {
        ruleName priority open tellsEveryone department { name } operators { operator { id } verdict } } userErrors { code } } }`,
      { input: { channelId: globalId('Channel', room.channel.id), ...input } },
    )
    const { trial } = data.tryRouting
    const verdicts = trial.operators.map((each: { operator: { id: string }; verdict: string }) => [
      each.operator.id,
      each.verdict,
    ])
    return { ...trial, operators: Object.fromEntries(verdicts) }
  }
  const [anna, ben] = [room.anna, room.ben].map(({ user }) => globalId('Operator', user.id)) as [
    string,
    string,
  ]
  expect(await ask({ country: 'de', page: 'https://shop.example/?utm_source=ad' })).toEqual({
    ruleName: 'Germany',
    priority: 'HIGH',
    open: true,
    tellsEveryone: false,
    department: { name: 'Sales' },
    operators: { [anna]: 'OTHER_DEPARTMENT', [ben]: 'NEXT' },
  })
  await db.user.update({ where: { id: room.ben.user.id }, data: { maxChats: 0 } })
  expect(await ask({ country: 'fr' })).toMatchObject({
    ruleName: null,
    operators: { [anna]: 'NEXT', [ben]: 'FULL' },
  })
  // As long as a page may say it.
  const customData = [{ key: 'k'.repeat(200), value: 'v'.repeat(2_000) }]
  expect(await ask({ customData })).toMatchObject({ ruleName: null })
  await mutate(room.anna.execute, 'setAvailability', { available: false })
  expect(await ask({})).toMatchObject({ operators: { [anna]: 'AWAY', [ben]: 'FULL' } })
  expect(await db.chat.count({ where: { accountId: room.account.id } })).toBe(0)
})
