import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ChatRouting, Prisma } from '../../server/generated/prisma/client.ts'
import { openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import type { SpawnedSwitchboard } from '../support/spawn-switchboard.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'

let installation: Installation
beforeEach(async () => {
  installation = await openInstallation()
})
afterEach(() => installation.close())

const CHATS = 8
const LIMIT = 2
/** How many chats have been routed when the worker is killed. */
const ROUTED = 3

interface Room {
  /** The ids of three operators who are online. */
  people: [string, string, string]
  /** The ids of the chats that wait, in the order of the queue. */
  chats: string[]
  limit(userId: string, maxChats: number | null): Promise<void>
}

/** More chats wait than the operators may have. */
async function openRoom(routing: ChatRouting): Promise<Room> {
  const { app } = installation
  const desk = await openDesk(app, { operators: 3 })
  const limit: Room['limit'] = async (userId, maxChats) => {
    const input = { id: globalId('Operator', userId), maxChats }
    expect((await mutate(desk.admin.execute, 'updateOperator', input)).userErrors).toEqual([])
  }
  for (const { user, viewer } of desk.operators) {
    const person = { accountId: user.accountId, userId: user.id, sessionId: viewer.sessionId ?? '' }
    await app.services.presence.connect(person).counted
    await limit(user.id, LIMIT)
  }
  // On a slow machine, too, no offer ends by itself.
  const input = { id: globalId('Channel', desk.channel.id), routing, offerSeconds: 600 }
  expect((await mutate(desk.admin.execute, 'updateChannel', input)).userErrors).toEqual([])
  const chats: string[] = []
  for (let visitor = 0; visitor < CHATS; visitor++) {
    await desk.say(visitor, 'Hello')
    chats.push((await desk.chatOf(visitor)).id)
  }
  return { people: desk.operators.map(({ user }) => user.id) as Room['people'], chats, limit }
}

const rowOf = (chatId?: string) => Prisma.sql`SELECT 1 FROM "Chat" WHERE id = ${chatId}::uuid FOR UPDATE`
const startTwo = () => Promise.all([installation.start('worker'), installation.start('worker')])

/** A worker is killed in the middle of routing the chats, and two others begin where it died. */
function killWhileRouting({ chats }: Room): Promise<SpawnedSwitchboard[]> {
  const { db } = installation.app.services
  return whileHeld(db, rowOf(chats[ROUTED]), async () => {
    const worker = await installation.start('worker')
    await untilLocked(db, 'FOR NO KEY UPDATE')
    await worker.end('SIGKILL')
    const others = await startTwo()
    // The transaction of the dead one still has the lock of the account, for which both others wait.
    await untilLocked(db, 'pg_advisory_xact_lock', 2)
    return others
  })
}

test('offers stay one for each chat, within the limits, and go on to the next, whenever a worker is killed', async () => {
  const { db } = installation.app.services
  const room = await openRoom('LEAST_BUSY')
  const { people, chats } = room
  const [anna, ben, cleo] = people
  const openOffers = () =>
    db.chatInvitation.findMany({ where: { state: 'PENDING' }, orderBy: { chatId: 'asc' } })
  const offeredTo = async () => (await openOffers()).map(({ toUserId }) => toUserId).sort()
  const offered = async () => (await openOffers()).map(({ chatId }) => chatId)
  const times = (...counts: [string, number][]) =>
    counts.flatMap(([userId, count]) => Array<string>(count).fill(userId)).sort()

  const workers = await killWhileRouting(room)
  await until(async () => expect((await offered()).length).toBeGreaterThanOrEqual(people.length * LIMIT))
  expect(await offered()).toEqual(chats.slice(0, people.length * LIMIT).sort())
  expect(await offeredTo()).toEqual(times([anna, LIMIT], [ben, LIMIT], [cleo, LIMIT]))
  await room.limit(cleo, null)
  await until(async () => expect((await offered()).length).toBeGreaterThanOrEqual(CHATS))
  expect(await offered()).toEqual([...chats].sort())
  expect(await offeredTo()).toEqual(times([anna, LIMIT], [ben, LIMIT], [cleo, CHATS - 2 * LIMIT]))

  // Offers end in the order in which they run out: both workers die between two of the same operator.
  const [second, first] = (await openOffers()).filter(({ toUserId }) => toUserId === anna)
  await whileHeld(db, rowOf(second?.chatId), async () => {
    const at = Date.now() - 1_000
    await db.$transaction(
      [first, second].map((offer, index) =>
        db.chatInvitation.update({ where: { id: offer?.id }, data: { expiresAt: new Date(at + index) } }),
      ),
    )
    await untilLocked(db, 'FOR NO KEY UPDATE', 2)
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')))
  })
  expect(await offeredTo()).toEqual(times([anna, 1], [ben, LIMIT], [cleo, CHATS - 2 * LIMIT]))
  await startTwo()
  await until(async () => expect(await offeredTo()).toEqual(times([ben, LIMIT], [cleo, CHATS - LIMIT])))
  expect(await offered()).toEqual([...chats].sort())

  const made = CHATS + LIMIT
  expect(await db.chatInvitation.count()).toBe(made)
  expect(await db.event.count({ where: { kind: 'CHAT_INVITATION_CREATED' } })).toBe(made)
  expect(await db.event.count({ where: { kind: 'CHAT_INVITATION_EXPIRED' } })).toBe(LIMIT)
  expect(await db.message.count({ where: { notice: { path: ['kind'], equals: 'OFFERED' } } })).toBe(made)
})

test('chats are given to one operator each, within the limits, also when a worker is killed in the middle of it', async () => {
  const { db } = installation.app.services
  const room = await openRoom('ASSIGN')
  const { people, chats } = room
  const members = () => db.chatMember.findMany({ orderBy: { chatId: 'asc' } })
  const given = async () => (await members()).map(({ chatId }) => chatId)
  const countOf = async (id: string) => (await members()).filter(({ userId }) => userId === id).length

  await killWhileRouting(room)
  await until(async () => expect((await given()).length).toBeGreaterThanOrEqual(people.length * LIMIT))
  expect(await given()).toEqual(chats.slice(0, people.length * LIMIT).sort())
  expect(await Promise.all(people.map(countOf))).toEqual([LIMIT, LIMIT, LIMIT])
  const [, , cleo] = people
  await room.limit(cleo, null)
  await until(async () => expect((await given()).length).toBeGreaterThanOrEqual(CHATS))
  expect(await given()).toEqual([...chats].sort())
  expect(await Promise.all(people.map(countOf))).toEqual([LIMIT, LIMIT, CHATS - 2 * LIMIT])
  expect(await db.event.count({ where: { kind: 'CHAT_ACCEPTED' } })).toBe(CHATS)
  expect(await db.message.count({ where: { notice: { path: ['kind'], equals: 'ASSIGNED' } } })).toBe(CHATS)
})
