import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findWaitingChats } from '../../server/domain/routing/find-waiting-chats.ts'
import { routeChat } from '../../server/domain/routing/route-chat.ts'
import { routeChats } from '../../server/domain/routing/route-chats.ts'
import { type ChatRouting, Prisma } from '../../server/generated/prisma/client.ts'
import { keepRounds } from '../../server/jobs/keep-rounds.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { makeChannel } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Room extends Desk {
  anna: Person
  ben: Person
  cleo: Person
}

/** Three operators who are online, on a channel that routes its chats. */
async function openRoom(routing: ChatRouting): Promise<Room> {
  const desk = await openDesk(app, { operators: 3 })
  const [anna, ben, cleo] = desk.operators as [Person, Person, Person]
  for (const person of desk.operators) await goOnline(person)
  const input = { id: globalId('Channel', desk.channel.id), routing }
  const { userErrors } = await mutate(desk.admin.execute, 'updateChannel', input)
  expect(userErrors).toEqual([])
  return { ...desk, anna, ben, cleo }
}

async function goOnline({ user, viewer }: Person): Promise<{ leave: (at?: 'once') => Promise<void> }> {
  const person = { accountId: user.accountId, userId: user.id, sessionId: viewer.sessionId ?? '' }
  const connection = app.services.presence.connect(person)
  await connection.counted
  return connection
}

/** Whom the visitor's chat is offered to. */
async function offeredTo(room: Room, visitor = 'v'): Promise<string[]> {
  const { id } = await room.chatOf(visitor)
  const offers = await app.services.db.chatInvitation.findMany({ where: { chatId: id, state: 'PENDING' } })
  return offers.map(({ toUserId }) => nameOf(room, toUserId)).sort()
}

function nameOf({ anna, ben, cleo }: Room, userId: string): string {
  return Object.entries({ anna, ben, cleo }).find(([, { user }]) => user.id === userId)?.[0] ?? 'nobody'
}

const route = () => routeChats(app.services)

/** Makes everyone who is offered the chat answer, or time pass. */
async function decline(room: Room, visitor = 'v'): Promise<void> {
  const { id } = await room.chatOf(visitor)
  const offers = await app.services.db.chatInvitation.findMany({ where: { chatId: id, state: 'PENDING' } })
  for (const offer of offers) {
    const person = room.operators.find(({ user }) => user.id === offer.toUserId) as Person
    const input = { id: globalId('ChatInvitation', offer.id) }
    expect((await mutate(person.execute, 'declineChatInvitation', input)).userErrors).toEqual([])
  }
}

async function limit(room: Room, { user }: Person, maxChats: number | null): Promise<void> {
  const input = { id: globalId('Operator', user.id), maxChats }
  expect((await mutate(room.admin.execute, 'updateOperator', input)).userErrors).toEqual([])
}

async function give({ execute }: Person, room: Room, visitor: string): Promise<string> {
  await room.say(visitor, 'Hello')
  const { id } = await room.chatOf(visitor)
  await mutate(execute, 'acceptChat', { chatId: globalId('Chat', id) })
  return id
}

test('a chat is offered to the least busy operator, and to the next when they decline', async () => {
  const room = await openRoom('LEAST_BUSY')
  await give(room.anna, room, 'a1')
  await give(room.anna, room, 'a2')
  await give(room.ben, room, 'b1')
  await room.say('v', 'Hello')
  await route()
  expect(await offeredTo(room)).toEqual(['cleo'])
  await route()
  expect(await offeredTo(room)).toEqual(['cleo'])
  await decline(room)
  await route()
  expect(await offeredTo(room)).toEqual(['ben'])
})

test('an offer that is not answered in time goes to the next operator', async () => {
  const room = await openRoom('LEAST_BUSY')
  await give(room.anna, room, 'a1')
  await give(room.anna, room, 'a2')
  await give(room.ben, room, 'b1')
  await room.say('v', 'Hello')
  await route()
  const { id: chatId } = await room.chatOf('v')
  await app.services.db.chatInvitation.updateMany({
    where: { chatId, state: 'PENDING' },
    data: { expiresAt: new Date(Date.now() - 1) },
  })
  await route()
  expect(await offeredTo(room)).toEqual(['ben'])
})

test('what nobody takes is offered again, to more at once and for longer', async () => {
  const room = await openRoom('ROUND_ROBIN')
  await room.say('v', 'Hello')
  const rounds: string[][] = []
  for (let round = 0; round < 5; round++) {
    await route()
    rounds.push(await offeredTo(room))
    await decline(room)
  }
  expect(rounds.map((names) => names.length)).toEqual([1, 1, 1, 2, 1])
  expect(rounds.slice(0, 3).flat().sort()).toEqual(['anna', 'ben', 'cleo'])
  await route()
  expect(await offeredTo(room)).toEqual(['anna', 'ben', 'cleo'])
  const { id: chatId } = await room.chatOf('v')
  const [offer] = await app.services.db.chatInvitation.findMany({ where: { chatId, state: 'PENDING' } })
  const seconds = (Number(offer?.expiresAt) - Number(offer?.createdAt)) / 1000
  expect(seconds).toBeGreaterThan(4 * 30 - 2)
})

test('an offer lasts as long as its channel says', async () => {
  const room = await openRoom('ROUND_ROBIN')
  const input = { id: globalId('Channel', room.channel.id), offerSeconds: 300 }
  expect((await mutate(room.admin.execute, 'updateChannel', input)).userErrors).toEqual([])
  await room.say('v', 'Hello')
  await route()
  const { id: chatId } = await room.chatOf('v')
  const offer = await app.services.db.chatInvitation.findFirstOrThrow({ where: { chatId } })
  const seconds = (Number(offer.expiresAt) - Number(offer.createdAt)) / 1000
  expect(Math.round(seconds / 10) * 10).toBe(300)
})

test('a chat that was taken and left is offered anew, to one after the other', async () => {
  const room = await openRoom('ROUND_ROBIN')
  await room.say('v', 'Hello')
  await route()
  const declined = await offeredTo(room)
  await decline(room)
  await route()
  const [taker] = await offeredTo(room)
  const { execute } = room[taker as 'anna']
  const chatId = globalId('Chat', (await room.chatOf('v')).id)
  await mutate(execute, 'acceptChat', { chatId })
  await mutate(execute, 'leaveChat', { chatId })
  const rounds: string[][] = []
  for (let round = 0; round < 2; round++) {
    await route()
    rounds.push(await offeredTo(room))
    await decline(room)
  }
  // Whoever let it pass before somebody had it is asked like anybody who has not had it.
  expect(rounds).toEqual([[expect.any(String)], declined])
})

test('in turn, everyone gets one chat before anybody gets a second', async () => {
  const room = await openRoom('ROUND_ROBIN')
  for (const visitor of ['v1', 'v2', 'v3', 'v4']) {
    await room.say(visitor, 'Hello')
    await route()
  }
  const names = await Promise.all(['v1', 'v2', 'v3'].map((visitor) => offeredTo(room, visitor)))
  expect(names.flat().sort()).toEqual(['anna', 'ben', 'cleo'])
  expect(await offeredTo(room, 'v4')).toEqual(await offeredTo(room, 'v1'))
})

test('with ASSIGN, the least busy operator has the chat at once, and not again after leaving it', async () => {
  const room = await openRoom('ASSIGN')
  await give(room.anna, room, 'a1')
  await give(room.ben, room, 'b1')
  await room.say('v', 'Hello')
  await route()
  const { id } = await room.chatOf('v')
  const membersOf = () => app.services.db.chatMember.findMany({ where: { chatId: id, leftAt: null } })
  expect(await membersOf()).toMatchObject([{ userId: room.cleo.user.id }])
  const notices = await app.services.db.message.findMany({ where: { chatId: id, type: 'NOTICE' } })
  expect(notices).toMatchObject([{ notice: { kind: 'ASSIGNED', targetId: room.cleo.user.id } }])
  for (const person of [room.cleo, room.anna, room.ben]) {
    await mutate(person.execute, 'leaveChat', { chatId: globalId('Chat', id) })
    await route()
  }
  // Everyone has left it: it waits for whoever takes it.
  expect(await membersOf()).toEqual([])
})

test('with ASSIGN, chats that everybody has left keep none behind them waiting', async () => {
  const room = await openRoom('ASSIGN')
  await leaveLongQueue(room, room.operators)
  await room.say('v', 'Hello')
  await route()
  expect(await room.chatOf('v')).toMatchObject({ status: 'ACTIVE' })
})

test('with ASSIGN, chats that everybody who has room has left keep none behind them waiting', async () => {
  const room = await openRoom('ASSIGN')
  for (const person of [room.ben, room.cleo]) {
    await limit(room, person, 1)
    await give(person, room, `of ${person.user.id}`)
  }
  await leaveLongQueue(room, [room.anna])
  await room.say('v', 'Hello')
  await route()
  expect(await room.chatOf('v')).toMatchObject({ status: 'ACTIVE' })
})

/** More chats wait than a round looks at, and all of them were left by these people. */
async function leaveLongQueue(room: Room, people: readonly Person[]): Promise<void> {
  const visitors = Array.from({ length: 21 }, (_, n) => `left ${n}`)
  for (const visitor of visitors) await room.say(visitor, 'Hello')
  const chats = await Promise.all(visitors.map((visitor) => room.chatOf(visitor)))
  const now = new Date()
  await app.services.db.chatMember.createMany({
    data: chats.flatMap(({ id: chatId }) =>
      people.map(({ user }) => ({ chatId, userId: user.id, joinedAt: now, leftAt: now })),
    ),
  })
  const ids = chats.map(({ id }) => id)
  await app.services.db.chat.updateMany({ where: { id: { in: ids } }, data: { acceptedAt: now } })
}

test('nobody is offered more than their limit, and the next chat when they have room', async () => {
  const room = await openRoom('LEAST_BUSY')
  for (const person of room.operators) await limit(room, person, 1)
  const id = await give(room.anna, room, 'a1')
  await give(room.ben, room, 'b1')
  await room.say('v1', 'Hello')
  await room.say('v2', 'Hello')
  await route()
  expect(await offeredTo(room, 'v1')).toEqual(['cleo'])
  expect(await offeredTo(room, 'v2')).toEqual([])
  // All of them are busy, but there.
  const status = await fetch(`${app.url}${room.channel.path}/status`)
  expect(await status.text()).toBe('1')
  await mutate(room.anna.execute, 'closeChat', { chatId: globalId('Chat', id) })
  await route()
  expect(await offeredTo(room, 'v2')).toEqual(['anna'])
})

test('neither a snoozed chat nor an offer that somebody let pass, nor a colleague’s invitation, takes a place', async () => {
  const room = await openRoom('LEAST_BUSY')
  await limit(room, room.anna, 1)
  const snoozed = await give(room.anna, room, 'a1')
  const shared = await give(room.ben, room, 'b1')
  const invitation = { chatId: globalId('Chat', shared), operatorId: globalId('Operator', room.anna.user.id) }
  expect((await mutate(room.ben.execute, 'inviteToChat', invitation)).userErrors).toEqual([])
  for (const { execute } of [room.ben, room.cleo])
    await mutate(execute, 'setAvailability', { available: false })
  await room.say('v', 'Hello')
  await route()
  expect(await offeredTo(room)).toEqual([])
  await mutate(room.anna.execute, 'snoozeChat', { chatId: globalId('Chat', snoozed) })
  for (let round = 0; round < 2; round++) {
    await route()
    expect(await offeredTo(room)).toEqual(['anna'])
    await decline(room)
  }
})

test('two processes that route at the same time give nobody more than their limit', async () => {
  const room = await openRoom('ASSIGN')
  for (const person of room.operators) await limit(room, person, 3)
  for (let visitor = 0; visitor < 12; visitor++) await room.say(`v${visitor}`, 'Hello')
  await Promise.all([route(), route(), route()])
  const counts = await app.services.db.chatMember.groupBy({
    by: ['userId'],
    where: { userId: { in: room.operators.map(({ user }) => user.id) }, leftAt: null },
    _count: true,
  })
  expect(counts.map(({ _count }) => _count)).toEqual([3, 3, 3])
  expect(await app.services.db.chat.count({ where: { channelId: room.channel.id, status: 'QUEUED' } })).toBe(
    3,
  )
})

test('an account whose routing takes long does not hold up that of others', async () => {
  const { db } = app.services
  const [slow, quick] = [await openRoom('ROUND_ROBIN'), await openRoom('ROUND_ROBIN')]
  await slow.say('v', 'Hello')
  const routing = Prisma.sql`SELECT 1 FROM (
    SELECT pg_advisory_xact_lock(hashtextextended(${`routing ${slow.account.id}`}, 0))) AS locked`
  await whileHeld(db, routing, async () => {
    onTestFinished(keepRounds(app.services))
    await untilLocked(db, 'pg_advisory_xact_lock')
    await quick.say('v', 'Hello')
    await expect.poll(() => offeredTo(quick)).toHaveLength(1)
    expect(await offeredTo(slow)).toEqual([])
  })
  await expect.poll(() => offeredTo(slow)).toHaveLength(1)
})

test('two chats that are routed at the same time do not both get the last place of an operator', async () => {
  const { db } = app.services
  const room = await openRoom('ASSIGN')
  for (const person of room.operators) await limit(room, person, 1)
  await give(room.ben, room, 'b1')
  await give(room.cleo, room, 'c1')
  for (const visitor of ['v1', 'v2']) await room.say(visitor, 'Hello')
  const round = { connected: new Set(room.operators.map(({ user }) => user.id)), closedHours: [] }
  const chats = await findWaitingChats(db, room.account.id, round)
  const anna = Prisma.sql`SELECT 1 FROM "User" WHERE id = ${room.anna.user.id}::uuid FOR UPDATE`
  const { both } = await whileHeld(db, anna, async () => {
    const both = chats.map((chat) => routeChat(app.services, chat, round))
    await untilLocked(db, 'SELECT', 2)
    return { both }
  })
  expect((await Promise.all(both)).toSorted()).toEqual([false, true])
})

test('however many chats wait, none is tried while nobody has room, or nobody is there', async () => {
  const { db } = app.services
  const room = await openRoom('LEAST_BUSY')
  for (const person of room.operators) {
    await limit(room, person, 1)
    await give(person, room, `of ${person.user.id}`)
  }
  for (const visitor of ['v1', 'v2', 'v3']) await room.say(visitor, 'Hello')
  const tried = async (people: readonly Person[]) => {
    const round = { connected: new Set(people.map(({ user }) => user.id)), closedHours: [] }
    return (await findWaitingChats(db, room.account.id, round)).length
  }
  expect([await tried(room.operators), await tried([])]).toEqual([0, 0])
  await limit(room, room.ben, 2)
  expect([await tried(room.operators), await tried([room.anna, room.cleo])]).toEqual([3, 0])
  await route()
  expect([await offeredTo(room, 'v1'), await offeredTo(room, 'v2')]).toEqual([['ben'], []])
  // Ben may not have another chat besides the one that he is offered.
  expect(await tried(room.operators)).toBe(0)
})

test('who goes away or has enough chats loses the offer, and nothing else', async () => {
  const room = await openRoom('LEAST_BUSY')
  await give(room.ben, room, 'b1')
  await give(room.cleo, room, 'c1')
  const mine = await give(room.anna, room, 'a1')
  await room.say('v', 'Hello')
  await route()
  const [first] = await offeredTo(room)
  const person = room[first as 'anna']
  await mutate(person.execute, 'setAvailability', { available: false })
  await route()
  const [second] = await offeredTo(room)
  expect(second).not.toBe(first)
  await limit(room, room[second as 'anna'], 1)
  await route()
  const [third] = await offeredTo(room)
  expect([first, second]).not.toContain(third)
  const members = await app.services.db.chatMember.findMany({ where: { chatId: mine, leftAt: null } })
  expect(members).toMatchObject([{ userId: room.anna.user.id }])
})

test('who signs out loses the offer, and others who are offered the chat as well keep theirs', async () => {
  const room = await openRoom('ROUND_ROBIN')
  await room.say('v', 'Hello')
  for (let round = 0; round < 3; round++) {
    await route()
    await decline(room)
  }
  await route()
  const both = await offeredTo(room)
  expect(both).toHaveLength(2)
  const [leaves, stays] = both as ['anna', 'anna']
  const offersTo = ({ user }: Person) =>
    app.services.db.chatInvitation.findMany({ where: { toUserId: user.id, state: 'PENDING' } })
  const kept = await offersTo(room[stays])
  await room[leaves].execute('mutation { signOut { userErrors { code } } }')
  await route()
  expect(await offersTo(room[leaves])).toEqual([])
  expect(await offersTo(room[stays])).toEqual(kept)
})

test('an invitation of a colleague waits for whoever went away', async () => {
  const room = await openRoom('LEAST_BUSY')
  const chatId = globalId('Chat', await give(room.anna, room, 'a1'))
  const input = { chatId, operatorId: globalId('Operator', room.ben.user.id) }
  expect((await mutate(room.anna.execute, 'inviteToChat', input)).userErrors).toEqual([])
  await mutate(room.ben.execute, 'setAvailability', { available: false })
  await route()
  expect(await offeredTo(room, 'a1')).toEqual(['ben'])
})

test('nothing is offered when nobody is there, and at once when somebody comes', async () => {
  const room = await openRoom('ROUND_ROBIN')
  for (const person of room.operators) await mutate(person.execute, 'setAvailability', { available: false })
  await room.say('v', 'Hello')
  await route()
  expect(await offeredTo(room)).toEqual([])
  await mutate(room.ben.execute, 'setAvailability', { available: true })
  await route()
  expect(await offeredTo(room)).toEqual(['ben'])
})

interface Sales {
  departmentId: string
  chatId: string
}

/** A chat that waits for the department of these people. */
async function waitForSales(room: Room, members: readonly Person[]): Promise<Sales> {
  const { id: departmentId } = await app.services.db.department.create({
    data: {
      accountId: room.account.id,
      number: 1,
      name: 'Sales',
      members: { create: members.map(({ user }) => ({ userId: user.id })) },
    },
  })
  await room.say('v', 'Hello')
  const { id: chatId } = await room.chatOf('v')
  await app.services.db.chat.update({ where: { id: chatId }, data: { departmentId } })
  return { departmentId, chatId }
}

async function noticesOf(chatId: string): Promise<unknown[]> {
  const rows = await app.services.db.message.findMany({
    where: { chatId, type: 'NOTICE' },
    orderBy: { seq: 'asc' },
  })
  return rows.map(({ notice }) => notice)
}

test('a chat of a department is offered to each of its members, then to the others, then to twice as many at once', async () => {
  const room = await openRoom('ROUND_ROBIN')
  const { chatId } = await waitForSales(room, [room.ben, room.cleo])
  const rounds: string[][] = []
  for (let round = 0; round < 4; round++) {
    await route()
    rounds.push(await offeredTo(room))
    await decline(room)
  }
  expect(rounds.slice(0, 2).flat().toSorted()).toEqual(['ben', 'cleo'])
  expect(rounds.slice(2)).toEqual([['anna'], ['ben', 'cleo']])
  const offered = (await noticesOf(chatId)).filter(
    (notice) => (notice as { kind: string }).kind === 'OFFERED',
  )
  expect(offered[0]).not.toHaveProperty('isWider')
  expect(offered[2]).toEqual({
    kind: 'OFFERED',
    targetId: room.anna.user.id,
    routing: 'ROUND_ROBIN',
    isWider: true,
  })
})

test('a chat of a department is offered to the others at once when none of its members is there', async () => {
  const room = await openRoom('ROUND_ROBIN')
  await waitForSales(room, [room.cleo])
  await mutate(room.cleo.execute, 'setAvailability', { available: false })
  await route()
  expect(['anna', 'ben']).toEqual(expect.arrayContaining(await offeredTo(room)))
  await mutate(room.cleo.execute, 'setAvailability', { available: true })
  await decline(room)
  await route()
  expect(await offeredTo(room)).toEqual(['cleo'])
})

test('a chat whose department is busy waits for it until the admins are told that nobody took it', async () => {
  const room = await openRoom('LEAST_BUSY')
  await limit(room, room.cleo, 1)
  await give(room.cleo, room, 'c1')
  const { chatId } = await waitForSales(room, [room.cleo])
  await route()
  expect(await offeredTo(room)).toEqual([])
  await mutate(room.admin.execute, 'updateRoutingSettings', { notTakenMinutes: 1 })
  const queuedAt = new Date(Date.now() - 61_000)
  await app.services.db.chat.update({ where: { id: chatId }, data: { queuedAt } })
  await route()
  await route()
  expect(['anna', 'ben']).toEqual(expect.arrayContaining(await offeredTo(room)))
  expect(await offeredTo(room)).toHaveLength(1)
})

test('a chat of a department goes beyond it neither to whom the channel is closed nor to who has no room', async () => {
  const room = await openRoom('ROUND_ROBIN')
  await waitForSales(room, [room.cleo])
  await limit(room, room.ben, 1)
  await give(room.ben, room, 'b1')
  await app.services.db.channelOperator.deleteMany({ where: { userId: room.anna.user.id } })
  for (let round = 0; round < 3; round++) {
    await route()
    expect(await offeredTo(room)).toEqual(['cleo'])
    await decline(room)
  }
})

test('with ASSIGN, a chat that the department has left goes to the others of the channel', async () => {
  const room = await openRoom('ASSIGN')
  const { chatId } = await waitForSales(room, [room.cleo])
  await route()
  await mutate(room.cleo.execute, 'leaveChat', { chatId: globalId('Chat', chatId) })
  await route()
  const [member] = await app.services.db.chatMember.findMany({ where: { chatId, leftAt: null } })
  expect(['anna', 'ben']).toContain(nameOf(room, member?.userId ?? ''))
  expect(await noticesOf(chatId)).toContainEqual({
    kind: 'ASSIGNED',
    targetId: member?.userId,
    routing: 'ASSIGN',
    isWider: true,
  })
})

test('a long queue keeps no other waiting, and in it whoever is urgent comes first, however many wait', async () => {
  const room = await openRoom('LEAST_BUSY')
  const { db } = app.services
  await limit(room, room.cleo, 1)
  const taken = await give(room.cleo, room, 'c1')
  const { departmentId } = await waitForSales(room, [room.cleo])
  const visitors = Array.from({ length: 20 }, (_, n) => `sales ${n}`)
  for (const visitor of visitors) await room.say(visitor, 'Hello')
  const ids = await Promise.all(['v', ...visitors].map(async (visitor) => (await room.chatOf(visitor)).id))
  await db.chat.updateMany({ where: { id: { in: ids } }, data: { departmentId } })
  await room.say('other', 'Hello')
  await route()
  expect(await offeredTo(room, 'other')).toHaveLength(1)

  await db.chat.update({ where: { id: ids.at(-1) as string }, data: { priority: 'URGENT' } })
  await mutate(room.cleo.execute, 'closeChat', { chatId: globalId('Chat', taken) })
  await route()
  expect(await offeredTo(room, visitors.at(-1))).toEqual(['cleo'])

  // Of the queue of another channel, which nobody of it answers.
  const { id: channelId } = await makeChannel(app.services, { accountId: room.account.id })
  await db.channel.update({ where: { id: channelId }, data: { routing: 'LEAST_BUSY' } })
  await db.chat.updateMany({ where: { id: { in: ids } }, data: { channelId, departmentId: null } })
  await room.say('next', 'Hello')
  await route()
  expect(await offeredTo(room, 'next')).toHaveLength(1)
})

test('chats that wait for a busy department keep those behind them from nobody whom somebody else could take', async () => {
  const room = await openRoom('LEAST_BUSY')
  const { db } = app.services
  await limit(room, room.cleo, 1)
  await give(room.cleo, room, 'c1')
  const { departmentId } = await waitForSales(room, [room.cleo])
  const visitors = Array.from({ length: 22 }, (_, n) => `sales ${n}`)
  for (const visitor of visitors) await room.say(visitor, 'Hello')
  await db.chat.updateMany({
    where: { channelId: room.channel.id, status: 'QUEUED' },
    data: { departmentId },
  })
  const [named, notTaken] = visitors.slice(-2) as [string, string]
  const decision = { operatorId: room.anna.user.id }
  await db.chat.update({ where: { id: (await room.chatOf(named)).id }, data: { decision } })
  await db.chat.update({ where: { id: (await room.chatOf(notTaken)).id }, data: { notTakenAt: new Date() } })
  await route()
  expect([await offeredTo(room, named), await offeredTo(room, notTaken)]).toEqual([['anna'], ['ben']])
})

test('whoever takes the chat first has it, and nobody is offered it any more', async () => {
  const room = await openRoom('LEAST_BUSY')
  await room.say('v', 'Hello')
  await route()
  const [offered] = await offeredTo(room)
  const other = room.operators.find((person) => person !== room[offered as 'anna']) as Person
  const { id } = await room.chatOf('v')
  await reply(other, id, 'I have it')
  expect(await offeredTo(room)).toEqual([])
  await route()
  expect(await offeredTo(room)).toEqual([])
  const kinds = await app.services.db.event.findMany({ where: { chatId: id }, orderBy: { id: 'asc' } })
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['CHAT_INVITATION_CREATED', 'CHAT_INVITATION_CANCELLED', 'CHAT_ACCEPTED']),
  )
})

test('an offer is an invitation from nobody, which its operator accepts', async () => {
  const room = await openRoom('LEAST_BUSY')
  await room.say('v', 'Hello')
  await route()
  const [name] = await offeredTo(room)
  const { execute } = room[name as 'anna']
  const { data } = await execute(
    '{ viewer { pendingChatInvitations { id kind from { id } chat { status invitations { to { id } } } } } }',
  )
  const [invitation] = data.viewer.pendingChatInvitations
  expect(invitation).toMatchObject({ kind: 'OFFER', from: null, chat: { status: 'QUEUED' } })
  const { userErrors } = await mutate(execute, 'acceptChatInvitation', { id: invitation.id })
  expect(userErrors).toEqual([])
  expect(await room.chatOf('v')).toMatchObject({ status: 'ACTIVE' })
})

test.each([
  ['updateChannel', 'Channel', { offerSeconds: 5 }, 'offerSeconds'],
  ['updateOperator', 'Operator', { maxChats: 0 }, 'maxChats'],
])('%s refuses what is out of range, and names the field', async (name, type, change, field) => {
  const room = await openRoom('EVERYONE')
  const id = type === 'Operator' ? room.anna.user.id : room.channel.id
  const { userErrors } = await mutate(room.admin.execute, name, { id: globalId(type, id), ...change })
  expect(userErrors).toMatchObject([{ code: 'INVALID', field: ['input', field] }])
})

test('outside its hours a chat is offered to nobody, unless its widget keeps the chat open', async () => {
  const room = await openRoom('ROUND_ROBIN')
  const { db } = app.services
  const closedUntil = new Date(Date.now() + 3_600_000)
  await db.businessHours.create({ data: { accountId: room.account.id, closedUntil } })
  await room.say('v', 'Hello')
  await route()
  expect(await offeredTo(room)).toEqual([])
  const { id: channelId } = room.channel
  await db.widgetSettings.create({ data: { channelId } })
  await route()
  expect(await offeredTo(room)).toEqual([])
  await db.widgetSettings.update({ where: { channelId }, data: { offlineForm: false } })
  await route()
  expect(await offeredTo(room)).toHaveLength(1)
  await decline(room)
  await db.widgetSettings.delete({ where: { channelId } })
  await db.businessHours.updateMany({ where: { accountId: room.account.id }, data: { closedUntil: null } })
  await route()
  expect(await offeredTo(room)).toHaveLength(1)
})

test('a chat of a department is offered within the hours of the department', async () => {
  const room = await openRoom('ROUND_ROBIN')
  const { db } = app.services
  const accountId = room.account.id
  const { id: departmentId } = await db.department.create({ data: { accountId, number: 1, name: 'Sales' } })
  const closedUntil = new Date(Date.now() + 3_600_000)
  await db.businessHours.create({ data: { accountId, departmentId, closedUntil } })
  for (const visitor of ['v', 'other']) await room.say(visitor, 'Hello')
  const { id } = await room.chatOf('v')
  await db.chat.update({ where: { id }, data: { departmentId } })
  await route()
  expect(await offeredTo(room)).toEqual([])
  expect(await offeredTo(room, 'other')).toHaveLength(1)
  await db.businessHours.updateMany({ where: { accountId }, data: { closedUntil: null } })
  await route()
  expect(await offeredTo(room)).toHaveLength(1)
})

test('the hours of a department hold before those of the channel', async () => {
  const room = await openRoom('ROUND_ROBIN')
  const { db } = app.services
  const { departmentId } = await waitForSales(room, [room.cleo])
  await room.say('other', 'Hello')
  const closedUntil = new Date(Date.now() + 3_600_000)
  const { id: accountId } = room.account
  await db.businessHours.create({ data: { accountId, channelId: room.channel.id, closedUntil } })
  await db.businessHours.create({ data: { accountId, departmentId } })
  await route()
  expect(await offeredTo(room)).toEqual(['cleo'])
  expect(await offeredTo(room, 'other')).toEqual([])
})

test('a chat that cannot be routed, or whose offer cannot be ended, keeps none of the others waiting', async () => {
  const room = await openRoom('ROUND_ROBIN')
  await room.say('broken', 'Hello')
  await room.say('stuck', 'Hello')
  await route()
  const stuck = await room.chatOf('stuck')
  await room.say('v', 'Hello')
  const { id } = await room.chatOf('broken')
  const { db } = app.services
  const expiresAt = new Date(Date.now() - 1)
  await db.chatInvitation.updateMany({ where: { chatId: { in: [id, stuck.id] } }, data: { expiresAt } })
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse_offer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`)
  await db.$executeRawUnsafe(`
    CREATE TRIGGER refuse_offer BEFORE INSERT ON "ChatInvitation"
    FOR EACH ROW WHEN (NEW."chatId" = '${id}') EXECUTE FUNCTION refuse_offer()`)
  await db.$executeRawUnsafe(`
    CREATE TRIGGER refuse_end BEFORE UPDATE ON "ChatInvitation"
    FOR EACH ROW WHEN (NEW."chatId" = '${stuck.id}') EXECUTE FUNCTION refuse_offer()`)
  try {
    await route()
    expect(await offeredTo(room, 'broken')).toEqual([])
    expect(await offeredTo(room)).toHaveLength(1)
    expect(await offeredTo(room, 'stuck')).toHaveLength(1)
  } finally {
    await db.$executeRawUnsafe('DROP FUNCTION refuse_offer() CASCADE')
  }
})

test('an account whose time zone is not known any more keeps no other from being routed', async () => {
  const { account } = await openDesk(app)
  await app.services.db.businessHours.create({
    data: { accountId: account.id, timeZone: 'PST', weekly: [{ day: 'MONDAY', from: '09:00', to: '17:00' }] },
  })
  const room = await openRoom('LEAST_BUSY')
  await room.say('v', 'Hello')
  await route()
  expect(await offeredTo(room)).toHaveLength(1)
})
