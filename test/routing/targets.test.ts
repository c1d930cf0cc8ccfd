import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTimeAfter } from '../../server/domain/hours/open-time-after.ts'
import { refreshStaleFacts } from '../../server/domain/reports/facts/refresh-stale-facts.ts'
import { routeChats } from '../../server/domain/routing/route-chats.ts'
import { targetState } from '../../server/domain/targets/target-state.ts'
import { targetsOf } from '../../server/domain/targets/targets-of.ts'
import type { Chat } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { breakChat } from '../support/break-chat.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const route = () => routeChats(app.services)
const MINUTE = 60_000

async function openTargets(targets: object[]): Promise<Desk> {
  const desk = await openDesk(app)
  const { userErrors } = await mutate(desk.admin.execute, 'updateRoutingSettings', { targets })
  expect(userErrors).toEqual([])
  return desk
}

/** What happened to the targets of a chat, in order. */
async function missesOf({ id }: Chat): Promise<string[]> {
  const kinds = ['TARGET_NEARED', 'TARGET_MISSED'] as const
  const where = { chatId: id, kind: { in: [...kinds] } }
  const events = await app.services.db.event.findMany({ where, orderBy: { id: 'asc' } })
  return events.map(({ kind, data }) => `${kind} ${(data as { target: string }).target}`)
}

/** Makes a chat as old as if so many minutes of its targets were over. */
async function age({ id }: Chat, minutes: number): Promise<void> {
  await app.services.db.$executeRaw`
    UPDATE "Chat" SET "queuedAt" = "queuedAt" - ${minutes} * interval '1 minute',
      "firstReplyNearAt" = "firstReplyNearAt" - ${minutes} * interval '1 minute',
      "firstReplyDueAt" = "firstReplyDueAt" - ${minutes} * interval '1 minute',
      "closingNearAt" = "closingNearAt" - ${minutes} * interval '1 minute',
      "closingDueAt" = "closingDueAt" - ${minutes} * interval '1 minute' WHERE id = ${id}::uuid`
}

const BERLIN = {
  timeZone: 'Europe/Berlin',
  weekly: (['MONDAY', 'FRIDAY'] as const).map((day) => ({ day, from: '09:00', to: '17:00' })),
  holidays: [{ date: '2026-03-30', name: 'Day off' }],
  closedUntil: null,
}

test.each([
  ['within the hours', '2026-03-27T09:00:00Z', 60, '2026-03-27T10:00:00.000Z'],
  ['to the very end', '2026-03-27T15:00:00Z', 60, '2026-03-27T16:00:00.000Z'],
  // The clocks go forward on Sunday, and Monday is a holiday.
  [
    'over a weekend, a holiday and the change of the clocks',
    '2026-03-27T15:30:00Z',
    60,
    '2026-04-03T07:30:00.000Z',
  ],
  ['from before they begin', '2026-04-03T01:00:00Z', 8 * 60, '2026-04-03T15:00:00.000Z'],
])('open time passes only %s', (_, after, minutes, then) => {
  expect(openTimeAfter(BERLIN, new Date(after), minutes * MINUTE)?.toISOString()).toBe(then)
})

test('overlapping hours count once; without hours all time counts; what never opens never ends', () => {
  const friday = { day: 'FRIDAY', from: '09:00', to: '10:00' } as const
  const hours = { ...BERLIN, timeZone: 'UTC', weekly: [friday, { ...friday, to: '09:30' }] }
  const after = new Date('2026-03-27T08:00:00Z')
  expect(openTimeAfter(hours, after, 60 * MINUTE)?.toISOString()).toBe('2026-03-27T10:00:00.000Z')
  expect(openTimeAfter(null, after, MINUTE)).toEqual(new Date(after.getTime() + MINUTE))
  const never = { ...hours, closedUntil: new Date('2099-01-01T00:00:00Z') }
  expect(
    openTimeAfter({ ...never, weekly: [{ ...friday, day: 'MONDAY' }] }, after, MINUTE)?.getUTCFullYear(),
  ).toBe(2099)
})

const NO_TARGETS = {
  targetsSince: null,
  firstReplyMinutes: null,
  firstReplyNearAt: null,
  firstReplyDueAt: null,
  firstReplyMet: null,
  closingMinutes: null,
  closingNearAt: null,
  closingDueAt: null,
  closingMet: null,
  targetNearAt: null,
  closedAt: null,
}

test.each(['firstReply', 'closing'] as const)(
  '%s is near when three quarters of its open time are over, also over a weekend',
  (target) => {
    const minutes = { firstReplyMinutes: null, closingMinutes: null, [`${target}Minutes`]: 60 }
    const settings = {
      targets: [{ channelId: null, departmentId: null, ...minutes }],
      targetsChangedAt: null,
    }
    // Friday, 16:05: 55 minutes before it closes.
    const waitsSince = new Date('2026-03-20T15:05:00Z')
    const hours = { ...BERLIN, holidays: [] }
    const chat = { channelId: 'c', departmentId: null, waitsSince, subject: { hours } }
    const targets = { ...NO_TARGETS, ...targetsOf(settings, chat) }
    expect(targets[`${target}DueAt`]).toEqual(new Date('2026-03-23T08:05:00Z'))
    const happenedAt = (now: string) => targetState(targets, { now: new Date(now), repliedAt: null }).happened
    expect(happenedAt('2026-03-20T15:49:59Z')).toEqual([])
    const kind = target === 'firstReply' ? 'FIRST_REPLY' : 'CLOSING'
    expect(happenedAt('2026-03-20T15:50:00Z')).toEqual([{ kind: 'TARGET_NEARED', target: kind }])
  },
)

test('a first reply in time meets its target; a late one misses it, exactly once, whoever looks how often', async () => {
  const desk = await openTargets([{ firstReplyMinutes: 20 }])
  await desk.say('met', 'Hello')
  await desk.say('late', 'Hello')
  await route()
  const [met, late] = [await desk.chatOf('met'), await desk.chatOf('late')]
  const due = (met.queuedAt?.getTime() ?? 0) + 20 * MINUTE
  expect(met).toMatchObject({
    targetsSince: met.queuedAt,
    firstReplyNearAt: new Date(due - 5 * MINUTE),
    firstReplyDueAt: new Date(due),
    firstReplyMet: null,
    closingDueAt: null,
  })
  await age(met, 14)
  await age(late, 16)
  await route()
  expect(await missesOf(met)).toEqual([])
  expect(await missesOf(late)).toEqual(['TARGET_NEARED FIRST_REPLY'])
  expect((await desk.chatOf('late')).targetNearAt).toBeInstanceOf(Date)
  await reply(desk.operators[0], met.id, 'Hello!')
  await age(late, 5)
  await Promise.all([route(), route(), route()])
  await route()
  expect(await missesOf(late)).toEqual(['TARGET_NEARED FIRST_REPLY', 'TARGET_MISSED FIRST_REPLY'])
  expect(await missesOf(met)).toEqual([])
  expect(await desk.chatOf('met')).toMatchObject({ firstReplyMet: true, targetNearAt: null })
  await reply(desk.operators[0], late.id, 'Sorry')
  await route()
  expect(await desk.chatOf('late')).toMatchObject({ firstReplyMet: false, targetNearAt: null })
  expect(await missesOf(late)).toHaveLength(2)
})

test('closing has a target of its own, which is settled also when nobody looked until it was closed', async () => {
  const desk = await openTargets([{ firstReplyMinutes: 5, closingMinutes: 60 }])
  const [operator] = desk.operators
  for (const visitor of ['in time', 'late']) {
    await desk.say(visitor, 'Hello')
    await route()
    const chat = await desk.chatOf(visitor)
    await reply(operator, chat.id, 'Hello!')
    if (visitor === 'late') await age(chat, 61)
    await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', chat.id) })
    await route()
    const settled = await app.services.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
    expect(settled).toMatchObject({ closingMet: visitor === 'in time', targetNearAt: null })
    await app.services.db.$transaction(refreshStaleFacts)
    expect(await app.services.db.chatFact.findUniqueOrThrow({ where: { chatId: chat.id } })).toMatchObject({
      firstReplyOnTime: settled.firstReplyMet,
      closedOnTime: visitor === 'in time',
    })
    expect(await missesOf(chat)).toEqual(
      visitor === 'late' ? expect.arrayContaining(['TARGET_MISSED CLOSING']) : [],
    )
  }
  // Nobody needed to answer it.
  await desk.say('spam', 'Buy')
  await route()
  const { id } = await desk.chatOf('spam')
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
  await route()
  expect(await app.services.db.chat.findUniqueOrThrow({ where: { id } })).toMatchObject({
    firstReplyDueAt: null,
    firstReplyMet: null,
    closingMet: true,
  })
})

test('near is told as soon as it is, also long before the time is over; targets of the version before are near in their last quarter', async () => {
  const desk = await openTargets([{ firstReplyMinutes: 20, closingMinutes: 60 }])
  const { db } = app.services
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE)
  const times = {
    'not yet': { firstReplyNearAt: inMinutes(1), firstReplyDueAt: inMinutes(3) },
    'over a weekend': { firstReplyNearAt: inMinutes(-1), firstReplyDueAt: inMinutes(3_000) },
    'the version before': { targetsSince: null, firstReplyNearAt: null, firstReplyDueAt: inMinutes(4) },
    'the version before, not yet': {
      targetsSince: null,
      firstReplyNearAt: null,
      firstReplyDueAt: inMinutes(7),
    },
    closing: { closingNearAt: inMinutes(-1), closingDueAt: inMinutes(3_000) },
  }
  for (const [visitor, data] of Object.entries(times)) {
    await desk.say(visitor, 'Hello')
    await route()
    await db.chat.update({ where: { id: (await desk.chatOf(visitor)).id }, data })
  }
  await route()
  const told = await Promise.all(
    Object.keys(times).map(async (visitor) => missesOf(await desk.chatOf(visitor))),
  )
  expect(told).toEqual([
    [],
    ['TARGET_NEARED FIRST_REPLY'],
    ['TARGET_NEARED FIRST_REPLY'],
    [],
    ['TARGET_NEARED CLOSING'],
  ])
  const { data } = await desk.admin.execute(
    '{ chats(view: WAITING, first: 5) { nodes { id targets { kind startedAt nearAt dueAt } } } }',
  )
  const { id } = await desk.chatOf('the version before')
  const { targets } = data.chats.nodes.find((chat: { id: string }) => chat.id === globalId('Chat', id))
  const due = times['the version before'].firstReplyDueAt.getTime()
  expect(targets[0]).toEqual({
    kind: 'FIRST_REPLY',
    startedAt: new Date(due - 20 * MINUTE).toISOString(),
    nearAt: new Date(due - 5 * MINUTE).toISOString(),
    dueAt: new Date(due).toISOString(),
  })
})

test('a chat that cannot be changed at the moment keeps nobody else from being told', async () => {
  const desk = await openTargets([{ firstReplyMinutes: 20 }])
  await mutate(desk.admin.execute, 'updateRoutingSettings', { notTakenMinutes: 10 })
  for (const visitor of ['broken', 'other']) {
    await desk.say(visitor, 'Hello')
    await route()
  }
  for (const visitor of ['broken', 'other']) await age(await desk.chatOf(visitor), 21)
  const mend = await breakChat(app.services.db, (await desk.chatOf('broken')).id)
  await route()
  await mend()
  const other = await desk.chatOf('other')
  expect(await missesOf(other)).toEqual(['TARGET_MISSED FIRST_REPLY'])
  expect(other.notTakenAt).toBeInstanceOf(Date)
  expect(await missesOf(await desk.chatOf('broken'))).toEqual([])
  await route()
  expect(await missesOf(await desk.chatOf('broken'))).toEqual(['TARGET_MISSED FIRST_REPLY'])
})

test('the target of the department holds before that of the channel and of the account; earlier chats have none', async () => {
  const desk = await openDesk(app)
  await desk.say('earlier', 'Hello')
  const { id: departmentId } = await app.services.db.department.create({
    data: { accountId: desk.account.id, number: 1, name: 'Sales' },
  })
  await mutate(desk.admin.execute, 'updateRoutingSettings', {
    rules: [
      {
        name: 'Sales',
        conditions: [{ field: 'PAGE', comparison: 'CONTAINS', value: 'sales' }],
        departmentId: globalId('Department', departmentId),
      },
    ],
    targets: [
      { firstReplyMinutes: 30 },
      { channelId: globalId('Channel', desk.channel.id), firstReplyMinutes: 20 },
      { departmentId: globalId('Department', departmentId), firstReplyMinutes: 10 },
    ],
  })
  await desk.say('v', 'Hello')
  await desk.post({
    sender: { id: 'w', url: 'https://a.example/sales' },
    message: { type: 'text', id: '1', text: 'Hi' },
  })
  await route()
  expect((await desk.chatOf('earlier')).firstReplyMinutes).toBeNull()
  expect((await desk.chatOf('v')).firstReplyMinutes).toBe(20)
  expect((await desk.chatOf('w')).firstReplyMinutes).toBe(10)
  const { data } = await desk.admin.execute(
    '{ chats(view: WAITING, first: 5) { nodes { targets { kind minutes met } } } }',
  )
  expect(data.chats.nodes.map(({ targets }: { targets: object[] }) => targets)).toEqual([
    [],
    [{ kind: 'FIRST_REPLY', minutes: 20, met: null }],
    [{ kind: 'FIRST_REPLY', minutes: 10, met: null }],
  ])
})

test('a chat whose target is near comes first, before those that are urgent', async () => {
  const desk = await openTargets([{ firstReplyMinutes: 20 }])
  for (const visitor of ['first', 'urgent', 'near']) {
    await desk.say(visitor, 'Hello')
    await route()
  }
  const ids = await Promise.all(['near', 'urgent', 'first'].map(async (each) => (await desk.chatOf(each)).id))
  await app.services.db.chat.update({ where: { id: ids[1] as string }, data: { priority: 'URGENT' } })
  await app.services.db.$executeRaw`
    UPDATE "Chat" SET "firstReplyNearAt" = now() WHERE id = ${ids[0]}::uuid`
  await route()
  const { data } = await desk.admin.execute('{ chats(view: WAITING, first: 5) { nodes { id } } }')
  expect(data.chats.nodes.map(({ id }: { id: string }) => id)).toEqual(ids.map((id) => globalId('Chat', id)))
})

test('of the chats whose targets are near, the one that is due first comes first, also before one that is urgent', async () => {
  const desk = await openTargets([{ firstReplyMinutes: 20 }])
  const waiting = ['later', 'urgent', 'soon']
  for (const visitor of waiting) {
    await desk.say(visitor, 'Hello')
    await route()
  }
  const ids = await Promise.all(waiting.toReversed().map(async (each) => (await desk.chatOf(each)).id))
  await app.services.db.chat.update({ where: { id: String(ids[1]) }, data: { priority: 'URGENT' } })
  for (const [index, id] of ids.entries()) {
    const firstReplyDueAt = new Date(Date.now() + (index + 1) * MINUTE)
    await app.services.db.chat.update({
      where: { id },
      data: { firstReplyNearAt: new Date(), firstReplyDueAt },
    })
  }
  await route()
  const { data } = await desk.admin.execute('{ chats(view: WAITING, first: 5) { nodes { id } } }')
  expect(data.chats.nodes.map(({ id }: { id: string }) => id)).toEqual(ids.map((id) => globalId('Chat', id)))
})
