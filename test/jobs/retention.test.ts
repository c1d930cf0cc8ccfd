import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { leaveOfflineMessage } from '../../server/domain/offline-messages/leave-offline-message.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { pruneHandler } from '../../server/jobs/prune.handler.ts'
import { openCallDesk } from '../calls/support.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { breakChat } from '../support/break-chat.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { jobContext } from '../support/job-context.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'
import { makeWidget, openBrowser } from '../support/widget.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await openDesk(app)
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const prune = () => pruneHandler.run(jobContext(app.services), {})
const keep = async (days: object) => {
  const { userErrors } = await mutate(desk.admin.execute, 'updateRetention', { ...days })
  expect(userErrors).toEqual([])
}

/** Closed chats of that age, each with a visitor and a message. */
async function close(to: Desk, days: number, count = 1): Promise<void> {
  await app.services.db.$executeRaw`
    WITH visitor AS (
      INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", "updatedAt")
      SELECT gen_random_uuid(), ${to.account.id}::uuid, ${to.channel.id}::uuid, 1000 * ${days}::int + n, gen_random_uuid()::text, '"k"', ${daysAgo(days)}
      FROM generate_series(1, ${count}::int) AS n RETURNING *
    ), chat AS (
      INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "closedAt")
      SELECT gen_random_uuid(), number, "accountId", "channelId", id, 'CLOSED', ${daysAgo(days)} FROM visitor RETURNING *
    )
    INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text)
    SELECT gen_random_uuid(), "accountId", id, 1, 'VISITOR', 'TEXT', 'Hello' FROM chat`
  await app.services.db.$executeRaw`
    SELECT archive_chats(ARRAY(SELECT id FROM "Chat" WHERE "channelId" = ${to.channel.id}::uuid), true)`
}

async function countsOf({ account: { id: accountId } }: Desk) {
  const { db } = app.services
  const where = { accountId }
  return {
    chats: await db.chat.count({ where }),
    messages: await db.message.count({ where }),
    visitors: await db.visitor.count({ where }),
    archived: await db.archivedChat.count({ where }),
  }
}

test('closed chats go at the age that the account has set, with their visitors; other accounts keep theirs', async () => {
  const other = await openDesk(app)
  for (const each of [desk, other]) {
    await close(each, 31, 450)
    await close(each, 29, 2)
  }
  await desk.say('open', 'Hello')
  await prune()
  const all = { chats: 452, messages: 452, visitors: 452, archived: 452 }
  expect(await countsOf(other)).toEqual(all)
  await keep({ keepChatsDays: 30 })
  await prune()
  expect(await countsOf(desk)).toEqual({ chats: 3, messages: 3, visitors: 3, archived: 2 })
  expect(await countsOf(other)).toEqual(all)
})

/** A chat to be deleted, with a reply that could not be delivered. */
async function closeWithFailedReply(): Promise<{ chatId: string; itemId: string }> {
  const { db } = app.services
  await close(desk, 31)
  const { id: chatId } = await db.chat.findFirstOrThrow({ where: { accountId: desk.account.id } })
  const { id: itemId } = await db.outboxItem.create({
    data: {
      accountId: desk.account.id,
      kind: 'CLIENT_REPLY',
      lane: `CLIENT_REPLY:${chatId}`,
      receiverId: desk.channel.id,
      chatId,
      state: 'FAILED',
    },
  })
  return { chatId, itemId }
}

test('a chat whose failed reply is sent again while it is deleted is deleted: the two lock it and the reply in one order', async () => {
  const { db } = app.services
  const { chatId, itemId } = await closeWithFailedReply()
  const chat = Prisma.sql`SELECT 1 FROM "Chat" WHERE id = ${chatId}::uuid FOR UPDATE`
  await whileHeld(db, chat, async () => {
    const input = { id: globalId('Delivery', itemId) }
    const retrying = mutate(desk.admin.execute, 'retryDelivery', input)
    await untilLocked(db, '"Chat"')
    await db.$queryRaw`SELECT 1 FROM "OutboxItem" WHERE id = ${itemId}::uuid FOR UPDATE NOWAIT`
    return { retrying }
  })
})

test('a chat is deleted in spite of a deadlock with somebody who changes it', async () => {
  const { db } = app.services
  const { chatId, itemId } = await closeWithFailedReply()
  await keep({ keepChatsDays: 30 })
  const lockChat = Prisma.sql`SELECT 1 FROM "Chat" WHERE id = ${chatId}::uuid FOR UPDATE`
  const { both } = await whileHeld(db, lockChat, async () => {
    const pruning = prune()
    await untilLocked(db, 'DELETE FROM "Chat"')
    const changing = db.$transaction(
      async (tx) => {
        // So that it is the other that PostgreSQL ends.
        await tx.$executeRaw`SET LOCAL deadlock_timeout = '1h'`
        await tx.$queryRaw`SELECT 1 FROM "OutboxItem" WHERE id = ${itemId}::uuid FOR UPDATE`
        await tx.$queryRaw(lockChat)
      },
      { timeout: PATIENCE_MS },
    )
    await untilLocked(db, '"Chat"', 2)
    return { both: [pruning, changing] }
  })
  await Promise.all(both)
  expect(await db.chat.count({ where: { id: chatId } })).toBe(0)
})

test('what cannot be deleted in one account keeps nothing of the others, and the job fails, so that somebody notices', async () => {
  const { db } = app.services
  const desks = [desk, await openDesk(app), await openDesk(app)]
  const where = { id: { in: desks.map(({ account }) => account.id) } }
  for (const each of desks) await close(each, 31)
  await db.account.updateMany({ where, data: { keepChatsDays: 30 } })
  const [broken, ...others] = await db.account.findMany({ where: { keepChatsDays: { not: null }, ...where } })
  const chat = await db.chat.findFirstOrThrow({ where: { accountId: broken?.id } })
  const mend = await breakChat(db, chat.id, 'DELETE')
  await expect(prune()).rejects.toThrow('retained')
  const left = await db.chat.findMany({ where: { accountId: where.id }, select: { accountId: true } })
  expect(left).toEqual([{ accountId: broken?.id }])
  expect(others).toHaveLength(2)
  await mend()
  await prune()
  expect(await db.chat.count({ where: { accountId: where.id } })).toBe(0)
})

test('offline messages go with what endpoints and the event log were told of them', async () => {
  const { db } = app.services
  const endpoint = { name: 'CRM', url: 'https://crm.example.com/', events: ['OFFLINE_MESSAGE'] }
  expect((await mutate(desk.admin.execute, 'createWebhookEndpoint', endpoint)).userErrors).toEqual([])
  const leave = (text: string) =>
    leaveOfflineMessage(app.services, { channel: desk.channel, email: 'a@example.org', text })
  const [old, young] = [await leave('Old'), await leave('Young')]
  await db.offlineMessage.update({ where: { id: old }, data: { createdAt: daysAgo(31) } })
  await keep({ keepChatsDays: 30 })
  await prune()
  const accountId = desk.account.id
  expect(await db.offlineMessage.findMany({ where: { accountId } })).toMatchObject([{ id: young }])
  expect(await db.outboxItem.findMany({ where: { accountId, kind: 'WEBHOOK' } })).toMatchObject([
    { data: { offlineMessageId: young } },
  ])
  const kind = 'OFFLINE_MESSAGE_CREATED' as const
  expect(await db.event.findMany({ where: { accountId, kind } })).toMatchObject([{ subjectId: young }])
})

test('visitors who go within a week take what the logs told of them along, and others stay in them', async () => {
  const { db } = app.services
  const accountId = desk.account.id
  await close(desk, 3, 2)
  const [survivor, merged] = await db.visitor.findMany({ where: { accountId }, orderBy: { number: 'asc' } })
  const mergedId = globalId('Visitor', String(merged?.id))
  await mutate(desk.admin.execute, 'updateVisitor', { id: mergedId, description: 'Regular' })
  await mutate(desk.admin.execute, 'mergeVisitors', {
    survivorId: globalId('Visitor', String(survivor?.id)),
    mergedId,
  })
  await db.visitor.updateMany({ where: { accountId }, data: { updatedAt: daysAgo(3) } })
  await desk.say('stays', 'Hello')
  const { visitorId: stays } = await desk.chatOf('stays')
  await mutate(desk.admin.execute, 'updateVisitor', {
    id: globalId('Visitor', stays),
    description: 'Regular',
  })
  await keep({ keepChatsDays: 2 })
  await prune()
  expect(await db.visitor.findMany({ where: { accountId } })).toMatchObject([{ id: stays }])
  const kind = { in: ['VISITOR_UPDATED' as const, 'VISITORS_MERGED' as const] }
  expect(await db.event.findMany({ where: { accountId, kind } })).toMatchObject([{ subjectId: stays }])
  const history = await db.auditEntry.findMany({ where: { accountId, subjectType: 'Visitor' } })
  expect(history).toMatchObject([{ subjectId: stays }])
})

test('a blacklisted visitor is not forgotten', async () => {
  await close(desk, 40)
  await app.services.db.visitor.updateMany({
    where: { accountId: desk.account.id },
    data: { blacklistedAt: daysAgo(40), blacklistReason: 'Spam' },
  })
  await keep({ keepChatsDays: 30 })
  await prune()
  expect(await countsOf(desk)).toMatchObject({ chats: 0, visitors: 1 })
})

test('a visitor who only looked around goes too, but not while they come back', async () => {
  const { db } = app.services
  const widget = await makeWidget(app.services, { accountId: desk.account.id })
  const [gone, back] = await Promise.all([1, 2].map(() => openBrowser(app.url, widget.publicId)))
  await db.visitor.updateMany({ where: { channelId: widget.id }, data: { updatedAt: daysAgo(40) } })
  await db.visit.updateMany({
    where: { visitor: { number: gone?.visitorNumber ?? 0, channelId: widget.id } },
    data: { lastSeenAt: daysAgo(40) },
  })
  await keep({ keepChatsDays: 30 })
  await prune()
  const left = await db.visitor.findMany({ where: { channelId: widget.id } })
  expect(left.map(({ number }) => number)).toEqual([back?.visitorNumber])
})

test('a visitor stays as long as a chat or an offline message of theirs, or whoever they were merged into', async () => {
  const { db } = app.services
  const accountId = desk.account.id
  await desk.say('a', 'Hello')
  const { visitorId, channelId } = await desk.chatOf('a')
  const make = (number: number, merged: { mergedIntoId?: string }) =>
    db.visitor.create({
      data: { accountId, channelId, number, key: `${number}`, externalId: `${number}`, ...merged },
    })
  await make(1_001, { mergedIntoId: visitorId })
  const { id: writer } = await make(1_002, {})
  await leaveOfflineMessage(app.services, {
    channel: desk.channel,
    visitorId: writer,
    email: 'a@b.example',
    text: 'Hi',
  })
  await make(1_003, {})
  await db.visitor.updateMany({ where: { accountId }, data: { updatedAt: daysAgo(40) } })
  await keep({ keepChatsDays: 30 })
  await prune()
  const left = await db.visitor.findMany({ where: { accountId }, orderBy: { number: 'asc' } })
  expect(left.map(({ number }) => number)).toEqual([1, 1_001, 1_002])
})

/** A file of that age in a message of the chat. */
async function sendFile(chat: { id: string; accountId: string }, seq: number, days: number) {
  const { db, storage } = app.services
  const key = randomUUID().replaceAll('-', '')
  await storage.put(key, Buffer.from('x'))
  const { accountId, id: chatId } = chat
  const file = await db.file.create({
    data: {
      accountId,
      ownerId: desk.admin.user.id,
      key,
      name: 'x.txt',
      contentType: 'text/plain',
      mediaType: 'DOCUMENT',
      size: 1,
      createdAt: daysAgo(days),
    },
  })
  await db.message.create({
    data: { accountId, chatId, seq, author: 'OPERATOR', type: 'DOCUMENT', fileId: file.id },
  })
  return file
}

test('files go before their messages when they are kept for a shorter time', async () => {
  const { db, storage } = app.services
  await close(desk, 20)
  const chat = await db.chat.findFirstOrThrow({ where: { accountId: desk.account.id } })
  const [older, younger] = [await sendFile(chat, 2, 12), await sendFile(chat, 3, 8)]
  // Files from around the migration that made messages name them stay, and here all migrations ran today.
  await keep({ keepFilesDays: 10 })
  await prune()
  expect(await db.file.count({ where: { id: older.id } })).toBe(0)
  await expect(storage.open(older.key)).rejects.toMatchObject({ code: 'not_found' })
  expect(await db.file.count({ where: { id: younger.id } })).toBe(1)
  expect(await db.message.count({ where: { chatId: chat.id } })).toBe(3)
})

/** Calls of that age with a visitor each, of which the first is under way. */
async function call(to: Desk, days: number, count: number): Promise<void> {
  await app.services.db.$executeRaw`
    WITH visitor AS (
      INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", "updatedAt")
      SELECT gen_random_uuid(), ${to.account.id}::uuid, ${to.channel.id}::uuid, 1000 * ${days}::int + n, gen_random_uuid()::text, '"k"', ${daysAgo(days)}
      FROM generate_series(1, ${count}::int) AS n RETURNING *
    ), call AS (
      INSERT INTO "Call" (id, "accountId", "channelId", "visitorId", type, phone, gateway, state, "createdAt", "endedAt")
      SELECT gen_random_uuid(), "accountId", "channelId", id, 'INCOMING', '+49', 'HTTP',
             CASE WHEN number % 1000 = 1 THEN 'START' ELSE 'END' END::"CallState", ${daysAgo(days)},
             CASE WHEN number % 1000 = 1 THEN NULL ELSE ${daysAgo(days)} END::timestamptz
      FROM visitor RETURNING *
    )
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "callId", event)
    SELECT gen_random_uuid(), "accountId", 'WEBHOOK', 'WEBHOOK:' || id, "accountId", id, 'call_event' FROM call`
}

test('calls that are over go at their age with what was told of them, and their visitors stay until then', async () => {
  const { db } = app.services
  const other = await openDesk(app)
  for (const each of [desk, other]) {
    await call(each, 31, 450)
    await call(each, 29, 2)
  }
  const counts = async ({ account: { id: accountId } }: Desk) => [
    await db.call.count({ where: { accountId } }),
    await db.outboxItem.count({ where: { accountId } }),
    await db.visitor.count({ where: { accountId } }),
  ]
  await keep({ keepChatsDays: 30 })
  await prune()
  expect(await counts(desk)).toEqual([452, 452, 452])
  await keep({ keepCallsDays: 30 })
  await prune()
  expect(await counts(desk)).toEqual([3, 3, 3])
  expect(await counts(other)).toEqual([452, 452, 452])
})

test('a screen that comes back after young calls are gone is told of what came later', async () => {
  const { db } = app.services
  const own = await openCallDesk(app)
  const { data } = await own.admin.execute('{ viewer { eventCursor } }')
  const gone = await own.call()
  await db.call.update({
    where: { id: gone.id },
    data: { createdAt: daysAgo(3), endedAt: daysAgo(3), state: 'END' },
  })
  await mutate(own.admin.execute, 'updateRetention', { keepCallsDays: 2 })
  const next = await own.call()
  await prune()
  expect(await db.call.count({ where: { accountId: own.account.id } })).toBe(1)
  const query = `subscription ($after: String) { events(after: $after) {
    __typename cursor ... on CallEvent { call { id } }
  } }`
  const feed = openFeed(app.url, { cookie: own.admin.cookie, query, after: data.viewer.eventCursor })
  await feed.waitFor(({ kind }) => kind === 'CALL_STARTED')
  const told = feed.events.filter(({ kind }) => kind === 'CALL_STARTED')
  expect([told.map((event) => event.call.id), feed.errors]).toEqual([[globalId('Call', next.id)], []])
  await feed.close()
})

function audit({ account }: Desk, days: number) {
  return app.services.db.auditEntry.create({
    data: {
      accountId: account.id,
      action: 'VISITOR_ERASED',
      subjectType: 'Visitor',
      subjectId: randomUUID(),
      actorType: 'OPERATOR',
      createdAt: daysAgo(days),
    },
  })
}

test('the audit log goes at its age, and how long things are kept is in it', async () => {
  const [older, younger] = [await audit(desk, 91), await audit(desk, 89)]
  await keep({ keepLogsDays: 90, keepCallsDays: 30 })
  await keep({ keepCallsDays: null })
  await prune()
  const { data } = await desk.admin.execute(
    '{ auditEntries { edges { node { action changes { field before after } } } } retention { keepLogsDays keepCallsDays keepChatsDays } }',
  )
  expect(data.retention).toEqual({ keepLogsDays: 90, keepCallsDays: null, keepChatsDays: null })
  expect(data.auditEntries.edges.map(({ node }: { node: object }) => node)).toEqual([
    { action: 'RETENTION_UPDATED', changes: [{ field: 'keepCallsDays', before: '30', after: null }] },
    {
      action: 'RETENTION_UPDATED',
      changes: [
        { field: 'keepCallsDays', before: null, after: '30' },
        { field: 'keepLogsDays', before: null, after: '90' },
      ],
    },
    { action: 'VISITOR_ERASED', changes: [] },
  ])
  expect(await app.services.db.auditEntry.count({ where: { id: { in: [older.id, younger.id] } } })).toBe(1)
})

test('whatever one account deletes, another that keeps everything has all that it had', async () => {
  const { db } = app.services
  const other = await openDesk(app)
  const accountId = other.account.id
  await other.say('a', 'Hello')
  await sendFile(await other.chatOf('a'), 1_000, 40)
  await audit(other, 40)
  await leaveOfflineMessage(app.services, { channel: other.channel, email: 'a@b.example', text: 'Hi' })
  await db.offlineMessage.updateMany({ where: { accountId }, data: { createdAt: daysAgo(40) } })
  await db.visitor.create({
    data: {
      accountId,
      channelId: other.channel.id,
      number: 2,
      key: 'b',
      externalId: 'b',
      updatedAt: daysAgo(40),
    },
  })
  const all = async () => [
    await db.message.count({ where: { accountId, fileId: { not: null } } }),
    await db.auditEntry.count({ where: { accountId } }),
    await db.offlineMessage.count({ where: { accountId } }),
    await db.visitor.count({ where: { accountId } }),
  ]
  const before = await all()
  await keep({ keepChatsDays: 30, keepFilesDays: 30, keepCallsDays: 30, keepLogsDays: 30 })
  await prune()
  expect(await all()).toEqual(before)
})

test('operators set no retention, and it is between a day and ten years', async () => {
  const refused = await mutate(desk.operators[0].execute, 'updateRetention', { keepChatsDays: 30 })
  expect(refused.userErrors[0].code).toBe('FORBIDDEN')
  for (const keepChatsDays of [0, -1, 3651]) {
    const { userErrors } = await mutate(desk.admin.execute, 'updateRetention', { keepChatsDays })
    expect(userErrors[0]).toMatchObject({ code: 'INVALID', field: ['input', 'keepChatsDays'] })
  }
})
