import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveOfflineMessage } from '../../server/domain/offline-messages/leave-offline-message.ts'
import { exportVisitor } from '../../server/domain/visitors/export-visitor.ts'
import { sendOfflineMessage } from '../../server/domain/visits/chat/send-offline-message.ts'
import { sendVisitorMessage } from '../../server/domain/visits/chat/send-visitor-message.ts'
import { SYSTEM } from '../../server/events/actor.ts'
import { transact } from '../../server/events/transact.ts'
import { readGlobalId } from '../../server/graphql/kit/global-id.ts'
import { openCallDesk } from '../calls/support.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'
import { makeWidget, openBrowser, pollEvents } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Where the text occurs in any column of any table of the database. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = app.services
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM ${name} AS r WHERE strpos(lower(r::text), lower($1)) > 0 LIMIT 1`,
      [text],
    )
    if (rowCount) found.push(name)
  }
  return found
}

/** A visitor of whom everything there can be is stored, under one word. The file's name in the storage. */
async function leaveTraces(desk: Desk, word: string): Promise<{ id: string; fileKey: string }> {
  const { db, storage } = app.services
  const [operator] = desk.operators
  const close = async (key: string) =>
    mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', (await desk.chatOf(key)).id) })
  const sender = { name: `Name ${word}`, email: `${word}@example.org`, phone: `+49 ${word}` }
  const send = (id: string, text: string) =>
    desk.post({ sender: { id, ...sender }, message: { type: 'text', text } })
  await send(`${word}-old`, `old ${word}`)
  await close(`${word}-old`)
  await send(word, `text ${word}`)
  const chat = await desk.chatOf(word)
  const messageId = await reply(operator, chat.id, `answer ${word}`)
  const item = await db.outboxItem.findFirstOrThrow({ where: { messageId } })
  await db.outboxAttempt.create({
    data: { itemId: item.id, startedAt: new Date(), durationMs: 1, detail: `detail ${word}` },
  })
  const fileKey = randomUUID().replaceAll('-', '')
  await storage.put(fileKey, Buffer.from(word))
  const file = await db.file.create({
    data: {
      accountId: desk.account.id,
      ownerId: operator.user.id,
      key: fileKey,
      name: `${word}.txt`,
      contentType: 'text/plain',
      mediaType: 'DOCUMENT',
      size: word.length,
    },
  })
  const input = {
    idempotencyKey: randomUUID(),
    chatId: globalId('Chat', chat.id),
    fileId: globalId('File', file.id),
  }
  expect((await mutate(operator.execute, 'sendMessage', input)).userErrors).toEqual([])
  await close(word)
  const visitorOf = (key: string) => db.visitor.findFirstOrThrow({ where: { key } })
  const [visitor, old] = [await visitorOf(word), await visitorOf(`${word}-old`)]
  const id = globalId('Visitor', visitor.id)
  await mutate(desk.admin.execute, 'updateVisitor', { id, description: `about ${word}` })
  await mutate(desk.admin.execute, 'mergeVisitors', { survivorId: id, mergedId: globalId('Visitor', old.id) })
  await mutate(desk.admin.execute, 'blacklistVisitor', { id, reason: `because ${word}` })
  await mutate(desk.admin.execute, 'unblacklistVisitor', { id })
  const endpoint = { name: 'CRM', url: 'https://crm.example.com/', events: ['OFFLINE_MESSAGE'] }
  expect((await mutate(desk.admin.execute, 'createWebhookEndpoint', endpoint)).userErrors).toEqual([])
  const left = await leaveOfflineMessage(app.services, {
    channel: desk.channel,
    visitorId: visitor.id,
    text: `left ${word}`,
    email: `${word}@example.org`,
  })
  await mutate(operator.execute, 'answerOfflineMessage', {
    id: globalId('OfflineMessage', left),
    text: `answered ${word}`,
  })
  await mutate(operator.execute, 'sendChatLog', {
    chatId: globalId('Chat', chat.id),
    to: `${word}@example.org`,
  })
  await makeCall(desk, visitor.id, word)
  await reportCall(desk, visitor.id, word)
  const told = { accountId: desk.account.id, event: 'offline_message' }
  await db.outboxItem.updateMany({ where: told, data: { payload: `{"message":"left ${word}"}` } })
  return { id, fileKey }
}

/** Whom all is about that leaves without a chat that would take it along. */
async function withoutChat({ account }: Desk): Promise<Set<string | null | undefined>> {
  const visitor = { select: { visitorId: true } }
  const items = await app.services.db.outboxItem.findMany({
    where: { accountId: account.id, chatId: null },
    include: { call: visitor, offlineMessage: visitor },
  })
  return new Set(items.map(({ call, offlineMessage }) => (call ?? offlineMessage)?.visitorId))
}

/** A call without a chat, whose order is in the outbox. */
async function makeCall({ account, channel }: Desk, visitorId: string, word: string): Promise<void> {
  const accountId = account.id
  const call = { accountId, channelId: channel.id, visitorId, phone: `+49 ${word}` }
  await transact(app.services, async ({ tx, record }) => {
    const { id } = await tx.call.create({ data: { ...call, type: 'CALLBACK', gateway: 'HTTP' } })
    await record({ accountId, kind: 'CALL_STARTED', actor: SYSTEM, channelId: channel.id, subjectId: id })
    await tx.outboxItem.updateMany({ where: { callId: id }, data: { payload: `to ${word}` } })
    await tx.call.update({ where: { id }, data: { state: 'END', endedAt: new Date() } })
  })
}

/** A call that a telephone system reported, with what endpoints were told of it. */
async function reportCall(desk: Desk, visitorId: string, word: string): Promise<void> {
  const { db } = app.services
  const { userErrors } = await mutate(desk.admin.execute, 'createWebhookEndpoint', {
    name: `CRM ${randomUUID()}`,
    url: 'http://127.0.0.1:9/',
    events: ['CALL_EVENT'],
  })
  expect(userErrors).toEqual([])
  const { reportUrl } = await mutate(desk.admin.execute, 'rotateCallToken', undefined, 'reportUrl')
  const { number } = await db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  const report = { id: `call-${word}`, type: 'incoming', phone: `tel ${word}`, visitor_number: number }
  for (const status of [{ status: 'start' }, { status: 'error', reason: `busy ${word}` }]) {
    const body = JSON.stringify({ ...report, ...status })
    const answer = await fetch(app.url + new URL(reportUrl).pathname, { method: 'POST', body })
    expect(answer.status).toBe(200)
  }
  expect(await db.outboxItem.count({ where: { call: { visitorId } } })).toBeGreaterThan(1)
}

const exportOf = (id: string, cookie: string) =>
  fetch(`${app.url}/visitors/${encodeURIComponent(id)}/export`, { headers: { cookie } })

test('the export of a long history is complete and in its order, and is read in pages', async () => {
  const desk = await openDesk(app)
  const key = randomUUID()
  await desk.say(key, 'Hello')
  const { visitorId } = await desk.chatOf(key)
  const { id: accountId } = desk.account
  // Many have the same time, as after an import.
  await app.services.db.auditEntry.createMany({
    data: Array.from({ length: 1_201 }, (_, index) => ({
      accountId,
      action: 'VISITOR_UPDATED',
      subjectType: 'Visitor',
      subjectId: visitorId,
      actorType: 'VISITOR' as const,
      note: String(index),
      createdAt: new Date(1_700_000_000_000 + Math.floor(index / 400) * 1_000),
    })),
  })
  let history: { id: string; createdAt: string; note: string }[] = []
  const statements = await recordStatements(async () => {
    const answer = await exportOf(globalId('Visitor', visitorId), desk.admin.cookie)
    history = (await answer.json()).history
  })
  expect(new Set(history.map(({ note }) => note)).size).toBe(1_201)
  expect(history).toHaveLength(1_201)
  const places = history.map(({ createdAt, id }) => `${createdAt} ${id}`)
  expect(places).toEqual(places.toSorted())
  expect(statements.filter((sql) => sql.includes('FROM "public"."AuditEntry"'))).toHaveLength(3)
})

test('a chat that is deleted while a visitor is exported does not cut the export short', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const key = randomUUID()
  await desk.say(key, 'Hello')
  const { visitorId } = await desk.chatOf(key)
  await db.chat.createMany({
    data: Array.from({ length: 250 }, (_, index) => ({
      accountId: desk.account.id,
      channelId: desk.channel.id,
      visitorId,
      number: 1_000 + index,
      status: 'CLOSED' as const,
      createdAt: new Date(1_700_000_000_000 + index * 1_000),
    })),
  })
  const { chats } = await exportVisitor(app.services, { viewer: desk.admin.viewer, visitorId })
  const exported: string[] = []
  for await (const piece of chats) {
    if (!('chat' in piece)) continue
    exported.push(piece.chat.id)
    if (exported.length === 100) await db.chat.delete({ where: { id: piece.chat.id } })
  }
  expect(new Set(exported).size).toBe(251)
})

test('nothing of an erased visitor is in any table, nor in the files; an entry without their data stays', async () => {
  const desk = await openDesk(app)
  const [word, other] = [`erased${randomUUID().slice(0, 8)}`, `kept${randomUUID().slice(0, 8)}`]
  const { id, fileKey } = await leaveTraces(desk, word)
  const kept = await leaveTraces(desk, other)
  const everywhere = await tablesWith(word)
  expect(everywhere).toEqual(expect.arrayContaining(['public."Mail"', 'public."OutboxItem"']))
  const two = [id, kept.id].map((each) => readGlobalId(each)?.id)
  expect(await withoutChat(desk)).toEqual(new Set(two))
  const [before] = [await tablesWith(other)]
  const { db } = app.services
  const calls = await db.call.findMany({ where: { visitorId: String(two[0]) }, select: { id: true } })
  const ofCalls = { subjectId: { in: calls.map((call) => call.id) } }
  expect(await db.event.count({ where: ofCalls })).toBeGreaterThan(2)
  const refused = await mutate(desk.operators[0].execute, 'eraseVisitor', { id })
  expect(refused.userErrors[0].code).toBe('FORBIDDEN')
  const { erasedId, userErrors } = await mutate(desk.admin.execute, 'eraseVisitor', { id }, 'erasedId')
  expect(userErrors).toEqual([])
  expect(erasedId).toBe(id)
  expect(await tablesWith(word)).toEqual([])
  expect(await db.event.count({ where: ofCalls })).toBe(0)
  expect(await withoutChat(desk)).toEqual(new Set([two[1]]))
  await expect(app.services.storage.open(fileKey)).rejects.toMatchObject({ code: 'not_found' })
  const { data } = await desk.admin.execute(
    'query ($id: ID!) { auditEntries(filter: { subjectId: $id }) { edges { node { action actor { name } changes { field } } } } }',
    { id },
  )
  expect(data.auditEntries.edges).toEqual([
    { node: { action: 'VISITOR_ERASED', actor: { name: desk.admin.user.name }, changes: [] } },
  ])
  expect(await tablesWith(other)).toEqual(before)
  await app.services.storage.open(kept.fileKey).then(({ stream }) => stream.destroy())
  const again = await mutate(desk.admin.execute, 'eraseVisitor', { id })
  expect(again.userErrors[0].code).toBe('NOT_FOUND')
})

test('a file that an erased visitor uploaded and did not send is deleted with them', async () => {
  const desk = await openDesk(app)
  const { db, storage } = app.services
  const { publicId } = await makeWidget(app.services, { accountId: desk.account.id })
  const upload = async () => {
    const { token } = await openBrowser(app.url, publicId)
    const body = new FormData()
    body.append('file', new Blob([`unsent ${randomUUID()}`]), 'unsent.txt')
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${app.url}/files`, { method: 'POST', headers, body })).status).toBe(201)
    return db.file.findFirstOrThrow({
      where: { accountId: desk.account.id },
      orderBy: { createdAt: 'desc' },
    })
  }
  const [file, other] = [await upload(), await upload()]
  const id = globalId('Visitor', String(file.visitorId))
  expect((await mutate(desk.admin.execute, 'eraseVisitor', { id })).userErrors).toEqual([])
  await expect(storage.open(file.key)).rejects.toMatchObject({ code: 'not_found' })
  expect(await db.file.findMany({ where: { accountId: desk.account.id } })).toEqual([other])
  const { storedBytes } = await db.account.findUniqueOrThrow({ where: { id: desk.account.id } })
  expect(Number(storedBytes)).toBe(other.size)
})

test('nothing is left of whoever was merged into an erased visitor, neither in the event log nor their picture', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const visitorOf = async (key: string) => {
    await desk.say(key, 'Hello')
    const { id, visitorId } = await desk.chatOf(key)
    await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', id) })
    return visitorId
  }
  const [survivor, merged] = [await visitorOf('survivor'), await visitorOf('merged')]
  const id = globalId('Visitor', survivor)
  const mergedId = globalId('Visitor', merged)
  await mutate(desk.admin.execute, 'updateVisitor', { id: mergedId, description: 'Regular' })
  await mutate(desk.admin.execute, 'mergeVisitors', { survivorId: id, mergedId })
  const ofMerged = { accountId: desk.account.id, subjectId: merged }
  expect(await db.event.count({ where: ofMerged })).toBe(1)
  // Somebody looked at the picture that they had.
  const key = randomUUID().replaceAll('-', '')
  await app.services.storage.put(key, Buffer.from('picture'))
  await db.visitorPhoto.create({ data: { visitorId: merged, url: 'https://example.com/a.png', key } })
  expect((await mutate(desk.admin.execute, 'eraseVisitor', { id })).userErrors).toEqual([])
  expect(await db.event.count({ where: ofMerged })).toBe(0)
  expect(await db.visitorPhoto.count({ where: { key } })).toBe(0)
  await expect(app.services.storage.open(key)).rejects.toMatchObject({ code: 'not_found' })
})

test('a visitor with an open chat is not erased', async () => {
  const desk = await openDesk(app)
  await desk.say('v', 'Hello')
  const { visitorId } = await desk.chatOf('v')
  const { userErrors } = await mutate(desk.admin.execute, 'eraseVisitor', {
    id: globalId('Visitor', visitorId),
  })
  expect(userErrors[0].code).toBe('CHAT_OPEN')
})

test('a chat that begins while its visitor is erased stays', async () => {
  const desk = await openDesk(app)
  const key = randomUUID()
  await desk.say(key, 'Earlier')
  const { id: earlierId, visitorId } = await desk.chatOf(key)
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', earlierId) })
  const erasing = await app.services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Chat" WHERE id = ${earlierId}::uuid FOR UPDATE`
    const erasing = mutate(desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', visitorId) })
    await untilLocked(app.services.db, 'DELETE FROM "public"."Chat"')
    await desk.say(key, 'Now')
    return { erasing }
  })
  expect((await erasing.erasing).userErrors[0].code).toBe('CHAT_OPEN')
  expect((await desk.chatOf(key)).preview).toBe('Now')
})

test('a visitor to whom a reply is sent again at that moment is erased all the same', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const key = randomUUID()
  await desk.say(key, 'Hello')
  const { id: chatId, visitorId } = await desk.chatOf(key)
  await reply(desk.operators[0], chatId, 'Good day')
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  let erasing: Promise<Data> | undefined
  // As `retryDelivery` does it: first the delivery, and then its chat.
  await transact(app.services, async ({ tx }) => {
    await tx.$executeRaw`UPDATE "OutboxItem" SET note = 'again' WHERE "chatId" = ${chatId}::uuid`
    if (!erasing) {
      erasing = mutate(desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', visitorId) })
      await untilLocked(db, 'DELETE FROM "public"."Chat"')
    }
    await tx.$executeRaw`UPDATE "Chat" SET revision = revision + 1 WHERE id = ${chatId}::uuid`
  })
  expect((await erasing)?.userErrors).toEqual([])
  expect(await db.chat.count({ where: { id: chatId } })).toBe(0)
})

test('what a visitor of a website writes or leaves while they are erased comes from nobody: their page needs a new visit', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const site = await makeWidget(app.services, { accountId: desk.account.id })
  await openBrowser(app.url, site.publicId)
  const { id, accountId, channelId, number, key } = await db.visitor.findFirstOrThrow({
    where: { channelId: site.id },
  })
  const token = { id: randomUUID(), expiresAt: new Date() }
  // Their token was read just before.
  const visitor = { kind: 'visitor', accountId, channelId, visitorId: id, number, key, token } as const
  const input = { id: globalId('Visitor', id) }
  expect((await mutate(desk.admin.execute, 'eraseVisitor', input)).userErrors).toEqual([])
  const gone = { code: 'unauthenticated' }
  const message = { visitor, idempotencyKey: randomUUID(), text: 'Hello' }
  await expect(sendVisitorMessage(app.services, message)).rejects.toMatchObject(gone)
  const left = { visitor, email: 'a@example.com', message: 'Call me' }
  await expect(sendOfflineMessage(app.services, left)).rejects.toMatchObject(gone)
  expect(await db.visitor.count({ where: { channelId } })).toBe(0)
})

test('a visitor with whom a call is under way is not erased', async () => {
  const desk = await openCallDesk(app)
  const { visitorId, chatId } = await desk.call()
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', String(chatId)) })
  const { userErrors } = await mutate(desk.admin.execute, 'eraseVisitor', {
    id: globalId('Visitor', String(visitorId)),
  })
  expect(userErrors[0]).toMatchObject({ code: 'INVALID', message: expect.stringContaining('call') })
})

test('of admins who erase a visitor at the same moment, one does, and the others learn that the visitor is gone', async () => {
  const desk = await openDesk(app)
  const key = randomUUID()
  await desk.say(key, 'Hello')
  const { id: chatId, visitorId } = await desk.chatOf(key)
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  const erase = () => mutate(desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', visitorId) })
  const answers = await Promise.all([1, 2, 3, 4].map(erase))
  const codes = answers.flatMap(({ userErrors }) => userErrors.map(({ code }: { code: string }) => code))
  expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
})

test('the export of a visitor holds everything that is kept of them, for admins', async () => {
  const desk = await openDesk(app)
  const word = `exported${randomUUID().slice(0, 8)}`
  const { id } = await leaveTraces(desk, word)
  const about = await app.services.db.visitor.findFirstOrThrow({
    where: { accountId: desk.account.id, description: `about ${word}` },
  })
  const { accountId, channelId, id: visitorId } = about
  const visit = {
    address: '192.0.2.7',
    customData: [{ title: 'Plan', content: `custom ${word}` }],
    attributes: { plan: `attribute ${word}` },
    trail: [{ url: `https://example.com/${word}`, title: 'Prices', at: new Date(0).toISOString() }],
  }
  await app.services.db.visit.upsert({
    where: { visitorId },
    create: { visitorId, accountId, channelId, ...visit },
    update: visit,
  })
  await app.services.db.visitInvitation.create({
    data: { accountId, visitorId, userId: desk.admin.user.id, text: `invited ${word}`, state: 'ACCEPTED' },
  })
  const response = await exportOf(id, desk.admin.cookie)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="visitor.json"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await response.text()
  const data = JSON.parse(text)
  expect(data.visitor).toMatchObject({ name: `Name ${word}`, description: `about ${word}` })
  expect(data.visitor.merged).toMatchObject([{ key: `${word}-old` }])
  expect(data.visitor.visit).toMatchObject(visit)
  expect(data.invitations).toEqual(
    expect.arrayContaining([expect.objectContaining({ text: `invited ${word}` })]),
  )
  expect(data.calls).toMatchObject([
    { state: 'END', phone: `+49 ${word}` },
    { reason: `busy ${word}`, log: [{ state: 'START' }, { state: 'ERROR', reason: `busy ${word}` }] },
  ])
  expect(data.offlineMessages).toMatchObject([{ text: `left ${word}` }])
  expect(data.history.map(({ action }: { action: string }) => action)).toContain('VISITORS_MERGED')
  expect(
    data.chats.map(({ messages }: { messages: { text: string | null }[] }) => messages[0]?.text),
  ).toEqual([`old ${word}`, `text ${word}`])
  expect(text).toContain(`answer ${word}`)
  expect((await exportOf(id, desk.operators[0].cookie)).status).toBe(403)
  expect((await exportOf(id, (await openDesk(app)).admin.cookie)).status).toBe(404)
})

test('an erased visitor who was asking for what is new is on the website no more', async () => {
  await until(async () => {
    const desk = await openDesk(app)
    const site = await makeWidget(app.services, { accountId: desk.account.id })
    const browser = await openBrowser(app.url, site.publicId)
    await pollEvents(browser, browser.started.visit.eventCursor)
    const asked = Date.now()
    const present = () => app.services.visitorPresence.all([site.id])
    const { id } = await app.services.db.visitor.findFirstOrThrow({ where: { accountId: desk.account.id } })
    expect(await present()).toEqual(new Set([id]))
    expect(
      (await mutate(desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', id) })).userErrors,
    ).toEqual([])
    await expect.poll(present).toEqual(new Set())
    // Whoever stops asking is there for 30 s: only the time tells, so a machine that is busy tries again.
    expect(Date.now() - asked).toBeLessThan(20_000)
  })
})
