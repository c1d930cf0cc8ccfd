import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pruneHandler } from '../../server/jobs/prune.handler.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { jobContext } from '../support/job-context.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Each makes a row of that age and returns whether the row is still there. */
const rows = {
  async event(createdAt: Date) {
    const { event } = app.services.db
    const { id } = await event.create({
      data: { accountId: desk.account.id, kind: 'CHANNEL_UPDATED', createdAt },
    })
    return async () => (await event.count({ where: { id } })) === 1
  },
  async idempotencyKey(createdAt: Date) {
    const { idempotencyKey } = app.services.db
    const key = randomUUID()
    const channelId = desk.channel.id
    await idempotencyKey.create({
      data: { channelId, key, requestHash: Buffer.alloc(32), response: {}, createdAt },
    })
    return async () => (await idempotencyKey.count({ where: { key } })) === 1
  },
  async session(expiresAt: Date) {
    const { session } = app.services.db
    const userId = desk.operators[0].user.id
    const { id } = await session.create({ data: { userId, tokenHash: Buffer.from(randomUUID()), expiresAt } })
    return async () => (await session.count({ where: { id } })) === 1
  },
  async passwordReset(expiresAt: Date) {
    const { passwordReset } = app.services.db
    const userId = desk.operators[0].user.id
    const { id } = await passwordReset.create({
      data: { userId, tokenHash: Buffer.from(randomUUID()), expiresAt },
    })
    return async () => (await passwordReset.count({ where: { id } })) === 1
  },
  async apiToken(expiresAt: Date) {
    const { apiToken } = app.services.db
    const userId = desk.operators[0].user.id
    const { id } = await apiToken.create({
      data: { userId, name: 'Program', lastFour: 'abcd', tokenHash: Buffer.from(randomUUID()), expiresAt },
    })
    return async () => (await apiToken.count({ where: { id } })) === 1
  },
  async userInvitation(expiresAt: Date) {
    const { userInvitation } = app.services.db
    const { account, admin } = desk
    const { id } = await userInvitation.create({
      data: {
        accountId: account.id,
        email: 'somebody@example.com',
        role: 'OPERATOR',
        tokenHash: Buffer.from(randomUUID()),
        invitedById: admin.user.id,
        expiresAt,
      },
    })
    return async () => (await userInvitation.count({ where: { id } })) === 1
  },
  async operatorPresence(endedAt: Date) {
    const { operatorPresence } = app.services.db
    const userId = desk.operators[0].user.id
    const startedAt = new Date(endedAt.getTime() - 3_600_000)
    const { id } = await operatorPresence.create({
      data: { accountId: desk.account.id, userId, available: true, startedAt, seenAt: endedAt, endedAt },
    })
    return async () => (await operatorPresence.count({ where: { id } })) === 1
  },
  async incomingBotEvent(createdAt: Date) {
    const { incomingBotEvent } = app.services.db
    const accountId = desk.account.id
    const { bot } = await makeBot(app.services, { accountId })
    const { id } = await incomingBotEvent.create({
      data: { accountId, botId: bot.id, kind: 'BOT_MESSAGE', state: 'RECEIVED', createdAt },
    })
    return async () => (await incomingBotEvent.count({ where: { id } })) === 1
  },
  async visitorPhoto(fetchedAt: Date) {
    const visitor = randomUUID()
    await desk.say(visitor, 'Hello')
    return addPhoto(fetchedAt, (await desk.chatOf(visitor)).visitorId)
  },
}

/** Keeps a picture and returns whether it is still there, with its bytes. */
async function addPhoto(fetchedAt: Date, visitorId: string | null) {
  const { db, storage } = app.services
  const key = randomUUID().replaceAll('-', '')
  await storage.put(key, Buffer.from('x'))
  const url = 'https://example.com/a.png'
  const { id } = await db.visitorPhoto.create({ data: { visitorId, url, key, fetchedAt } })
  return async () => {
    const isKnown = (await db.visitorPhoto.count({ where: { id } })) === 1
    if (!isKnown) await expect(storage.open(key)).rejects.toMatchObject({ code: 'not_found' })
    return isKnown
  }
}

/** Makes an item of that kind and returns whether it is still there. */
async function outboxItem(kind: string, state: 'PENDING' | 'SENT', createdAt: Date) {
  const db = app.services.db.outboxItem
  const about = { accountId: desk.account.id, receiverId: desk.channel.id, lane: `${kind}:${randomUUID()}` }
  const { id } = await db.create({ data: { ...about, kind, state, createdAt } })
  return async () => (await db.count({ where: { id } })) === 1
}

test('what was sent goes when its kind has been kept for long enough, what is still to be sent stays', async () => {
  const items = [
    await outboxItem('WEBHOOK', 'SENT', daysAgo(30.1)),
    await outboxItem('WEBHOOK', 'SENT', daysAgo(29.9)),
    await outboxItem('WEBHOOK', 'PENDING', daysAgo(40)),
    await outboxItem('PUSH', 'SENT', daysAgo(1.1)),
    // Deliveries are kept as long as their chats.
    await outboxItem('CLIENT_REPLY', 'SENT', daysAgo(400)),
  ]
  await pruneHandler.run(jobContext(app.services), {})
  expect(await Promise.all(items.map((isThere) => isThere()))).toEqual([false, true, true, false, true])
})

test.each([
  ['an event that nobody replays any more', 'event', 7],
  ['the answer to a repeated request', 'idempotencyKey', 1],
  ['a session that has ended', 'session', 0],
  ['a link for a forgotten password', 'passwordReset', 0],
  ['an invitation that nobody wonders about any more', 'userInvitation', 30],
  ['an API token that expired long ago', 'apiToken', 30],
  ['when somebody was online years ago', 'operatorPresence', 730],
  ['what a bot has sent', 'incomingBotEvent', 30],
  ['the picture of a visitor', 'visitorPhoto', 90],
] as const)('%s goes, a younger one stays', async (_name, kind, days) => {
  const [older, younger] = [await rows[kind](daysAgo(days + 0.1)), await rows[kind](daysAgo(days - 0.1))]
  await pruneHandler.run(jobContext(app.services), {})
  expect([await older(), await younger()]).toEqual([false, true])
})

test('the picture of a visitor who is no more goes at once', async () => {
  const isThere = await addPhoto(daysAgo(0), null)
  await pruneHandler.run(jobContext(app.services), {})
  expect(await isThere()).toBe(false)
})
