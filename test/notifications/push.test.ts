import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_REPLY } from '../../server/domain/deliveries/client-reply.ts'
import { pushKind } from '../../server/domain/notifications/push/push-kind.ts'
import { MOST_BROWSERS } from '../../server/domain/notifications/push/subscribe-to-push.ts'
import { signOut } from '../../server/domain/sessions/sign-out.ts'
import { type RunningWorker, startWorker } from '../../server/worker.ts'
import { NUMBER, openCallDesk } from '../calls/support.ts'
import type { TestApp } from '../support/app.ts'
import { settled } from '../support/client-server.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { hurriedKinds } from '../support/hurried-kinds.ts'
import { type PushBrowser, type PushService, startPushService } from '../support/push-service.ts'
import { startReceiver } from '../support/receiver.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { until } from '../support/until.ts'

let app: TestApp
let another: RunningWorker
let service: PushService
beforeAll(async () => {
  service = await startPushService()
  app = await startSwitchboard({}, hurriedKinds)
  // Two workers read the same log: nothing may be told twice.
  another = await startWorker(app.services, hurriedKinds)
})
afterAll(async () => {
  await another.stop()
  await app.close()
  await service.stop()
})

/** A browser of this person, with push notifications turned on. */
async function turnOn(person: Person): Promise<PushBrowser> {
  const browser = service.subscribe()
  const { viewer, userErrors } = await mutate(
    person.execute,
    'subscribeToPush',
    browser.input,
    'viewer { hasPush }',
  )
  expect({ viewer, userErrors }).toEqual({ viewer: { hasPush: true }, userErrors: [] })
  return browser
}

/** A visitor's chat that the operator answers. */
async function openChat(desk: Desk, operator: Person): Promise<{ visitor: string; chatId: string }> {
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const { id } = await desk.chatOf(visitor)
  const chatId = globalId('Chat', id)
  await mutate(operator.execute, 'acceptChat', { chatId })
  return { visitor, chatId }
}

const choose = (person: Person, settings: Record<string, unknown>) =>
  mutate(person.execute, 'updateNotificationSettings', settings, 'notificationSettings { pushShowsText }')

const told = ({ pushed }: PushBrowser, kind: string) =>
  pushed.filter(({ message }) => message.kind === kind).map(({ message }) => message)

const itemsOf = async (browser: PushBrowser, event: string) => {
  const { id: receiverId } = await app.services.db.pushSubscription.findUniqueOrThrow({
    where: { endpoint: browser.input.endpoint },
  })
  return app.services.db.outboxItem.findMany({ where: { receiverId, event } })
}

test('a message in a chat of mine is pushed once, encrypted and signed, and without its text unless I chose so', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const { visitor, chatId } = await openChat(desk, dora)
  const [hers, his] = [await turnOn(dora), await turnOn(max)]
  await desk.say(visitor, 'a secret')
  await until(() =>
    expect(told(hers, 'MESSAGE')).toEqual([{ kind: 'MESSAGE', chatId, name: null, text: null }]),
  )
  const { viewer } = (await dora.execute('{ viewer { pushKey } }')).data
  expect(hers.pushed[0]).toMatchObject({
    key: viewer.pushKey,
    claims: { aud: service.origin, sub: expect.stringMatching(/^(https:\/\/|mailto:)./) },
    headers: { ttl: '600', urgency: 'high', 'content-encoding': 'aes128gcm' },
  })
  await choose(dora, { pushShowsText: true })
  await desk.say(visitor, 'Are you there?')
  await until(() =>
    expect(told(hers, 'MESSAGE')[1]).toEqual({
      kind: 'MESSAGE',
      chatId,
      name: expect.stringMatching(/./),
      text: 'Are you there?',
    }),
  )
  expect([told(hers, 'MESSAGE').length, his.pushed.length]).toEqual([2, 0])
})

test('a waiting chat, a mention and a failed delivery are pushed to whom they concern', async () => {
  const desk = await openDesk(app, { operators: 2, serverUrl: service.origin })
  const [dora, max] = desk.operators as [Person, Person]
  const { visitor, chatId } = await openChat(desk, dora)
  const [hers, his] = [await turnOn(dora), await turnOn(max)]
  const about = (kind: string, id: string) => ({
    kind,
    chatId,
    messageId: globalId('Message', id),
    name: null,
    text: null,
  })
  const noteId = randomUUID()
  const { userErrors } = await mutate(
    max.execute,
    'writeNote',
    {
      idempotencyKey: noteId,
      chatId,
      text: 'Please look',
      mentionedIds: [globalId('Operator', dora.user.id)],
    },
    'note { uuid }',
  )
  expect(userErrors).toEqual([])
  // Each leads to the message that it is about.
  await until(() => expect(told(hers, 'MENTION')).toEqual([about('MENTION', noteId)]))
  const replyId = randomUUID()
  await mutate(
    dora.execute,
    'sendMessage',
    { idempotencyKey: replyId, chatId, text: 'Hi' },
    'message { uuid }',
  )
  await until(() => expect(told(hers, 'FAILED_DELIVERY')).toEqual([about('FAILED_DELIVERY', replyId)]))
  const other = randomUUID()
  await desk.say(other, 'Is anybody there?')
  await until(() =>
    expect([told(hers, 'WAITING_CHAT').length, told(his, 'WAITING_CHAT').length]).toEqual([1, 1]),
  )
  expect([told(his, 'MENTION'), told(his, 'FAILED_DELIVERY')]).toEqual([[], []])
  expect(visitor).not.toBe(other)
})

test('a failed delivery is pushed to all who answer or answered the chat, and one that the client keeps silent to nobody', async () => {
  let code = 'silent'
  const client = await startReceiver(() => ({ body: { error: { code } } }))
  const desk = await openDesk(app, { operators: 2, serverUrl: client.url })
  const [dora, max] = desk.operators as [Person, Person]
  const { visitor, chatId } = await openChat(desk, dora)
  const reply = async () => {
    const messageId = randomUUID()
    await mutate(
      dora.execute,
      'sendMessage',
      { idempotencyKey: messageId, chatId, text: 'Hi' },
      'message { uuid }',
    )
    await settled(app, messageId, 'FAILED')
    return messageId
  }
  await mutate(max.execute, 'joinChat', { chatId })
  const [hers, his] = [await turnOn(dora), await turnOn(max)]
  await reply()
  // Of two in one chat only the last is told, if nothing was read between them.
  await desk.say(visitor, 'Hello?')
  await until(() => expect(told(hers, 'MESSAGE')).toHaveLength(1))
  code = 'blocked'
  const failed = await reply()
  const tells = (...messages: string[]) =>
    until(() => {
      for (const browser of [hers, his])
        expect(told(browser, 'FAILED_DELIVERY').map(({ messageId }) => messageId)).toEqual(
          messages.map((id) => globalId('Message', id)),
        )
    })
  await tells(failed)
  await mutate(dora.execute, 'closeChat', { chatId })
  const { id } = await app.services.db.outboxItem.findFirstOrThrow({
    where: { kind: CLIENT_REPLY, messageId: failed },
  })
  await mutate(dora.execute, 'retryDelivery', { id: globalId('Delivery', id) })
  await tells(failed, failed)
})

test('whoever watches the chats of a channel is pushed what visitors write there, also if they only see it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const team = { name: 'Team', memberIds: [dora, max].map(({ user }) => globalId('Operator', user.id)) }
  const { department } = await mutate(desk.admin.execute, 'createDepartment', team, 'department { id }')
  const { id: userId } = max.user
  await app.services.db.user.update({ where: { id: userId }, data: { supervises: true } })
  await app.services.db.channelOperator.deleteMany({ where: { userId } })
  const channelIds = [globalId('Channel', desk.channel.id)]
  const choices = [{ kind: 'CHANNEL_MESSAGE', ways: ['PUSH'] }]
  for (const person of [desk.admin, max])
    expect((await choose(person, { choices, channelIds })).userErrors).toEqual([])
  const { visitor } = await openChat(desk, dora)
  const browsers = [await turnOn(desk.admin), await turnOn(max)]
  await desk.say(visitor, 'Hello?')
  const heard = () => browsers.map((browser) => told(browser, 'CHANNEL_MESSAGE').length)
  await until(() => expect(heard()).toEqual([1, 1]))
  await mutate(desk.admin.execute, 'deleteDepartment', { id: department.id })
  await desk.say(visitor, 'Is anybody there?')
  await until(() => expect(heard()).toEqual([2, 1]))
})

test('whoever is using the app has time to see it there; what was seen meanwhile is not pushed', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const { chatId } = await openChat(desk, max)
  const browser = await turnOn(dora)
  const { accountId, userId, sessionId } = dora.viewer
  const { counted, leave } = app.services.presence.connect({ accountId, userId, sessionId: sessionId ?? '' })
  await counted
  const { chat } = await mutate(
    max.execute,
    'inviteToChat',
    { chatId, operatorId: globalId('Operator', userId) },
    'chat { invitations { id } }',
  )
  const item = await until(async () => {
    const [first] = await itemsOf(browser, 'OFFER')
    expect(first).toBeDefined()
    return first as NonNullable<typeof first>
  })
  expect(item.nextAttemptAt.getTime()).toBeGreaterThan(item.createdAt.getTime() + 5_000)
  await mutate(dora.execute, 'acceptChatInvitation', { id: chat.invitations[0].id })
  await app.services.db.outboxItem.update({ where: { id: item.id }, data: { nextAttemptAt: new Date() } })
  await app.services.waker.wake([item.lane])
  await until(async () => {
    const [after] = await itemsOf(browser, 'OFFER')
    expect(after?.note).toBe('It was seen or is no longer wanted.')
  })
  expect(browser.pushed).toEqual([])
  await leave('once')
})

test('nothing is pushed of what somebody does not want to hear of, or in their quiet hours', async () => {
  const desk = await openDesk(app, { operators: 3 })
  const [dora, max, eva] = desk.operators as [Person, Person, Person]
  const [hers, his, evas] = [await turnOn(dora), await turnOn(max), await turnOn(eva)]
  await choose(dora, { choices: [{ kind: 'WAITING_CHAT', ways: ['SOUND', 'DESKTOP'] }] })
  // All day but for one minute, which is not now.
  const minute = (offset: number) => new Date(Date.now() + offset * 60_000).toISOString().slice(11, 16)
  await choose(eva, { quietHours: { from: minute(-120), to: minute(-121), timeZone: 'UTC' } })
  await desk.say(randomUUID(), 'Hello')
  await until(() => expect(told(his, 'WAITING_CHAT')).toHaveLength(1))
  expect(await itemsOf(hers, 'WAITING_CHAT')).toEqual([])
  await until(async () => {
    const [item] = await itemsOf(evas, 'WAITING_CHAT')
    expect(item?.note).toBe('It was seen or is no longer wanted.')
  })
  expect([hers.pushed, evas.pushed]).toEqual([[], []])
})

test('a call that operators dial is pushed to those of its channel, until one of them takes it', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const [hers, his] = [await turnOn(dora), await turnOn(max)]
  await choose(max, { pushShowsText: true })
  const { id } = await desk.call()
  const call = { kind: 'CALL', chatId: null, callId: globalId('Call', id), name: null, text: null }
  await until(() => expect(told(hers, 'CALL')).toEqual([call]))
  const shown = { ...call, name: 'Visitor 1', text: NUMBER }
  await until(() => expect(told(his, 'CALL')).toEqual([shown]))

  // Whoever is using the app has ten seconds to see it there.
  const person = {
    accountId: dora.user.accountId,
    userId: dora.user.id,
    sessionId: dora.viewer.sessionId ?? '',
  }
  await app.services.presence.connect(person).counted
  const where = { userId: dora.user.id }
  await app.services.db.session.updateMany({ where, data: { lastSeenAt: new Date() } })
  const another = await desk.call()
  const itemOf = async () => {
    const item = (await itemsOf(hers, 'OFFER')).find(({ callId }) => callId === another.id)
    expect(item).toBeDefined()
    return item as NonNullable<typeof item>
  }
  const { id: itemId, lane } = await until(itemOf)
  await mutate(max.execute, 'takeCall', { id: globalId('Call', another.id) })
  await app.services.db.outboxItem.update({ where: { id: itemId }, data: { nextAttemptAt: new Date() } })
  await app.services.waker.wake([lane])
  await until(async () => {
    expect((await itemOf()).note).toBe('It was seen or is no longer wanted.')
  })
  expect(told(hers, 'CALL')).toHaveLength(1)
})

test('a waiting chat is pushed to nobody who has as many chats as they may', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  await openChat(desk, dora)
  const limit = (maxChats: number) =>
    mutate(desk.admin.execute, 'updateOperator', { id: globalId('Operator', dora.user.id), maxChats })
  await limit(1)
  const [hers, his] = [await turnOn(dora), await turnOn(max)]
  await desk.say(randomUUID(), 'Is anybody there?')
  await until(() => expect(told(his, 'WAITING_CHAT')).toHaveLength(1))
  await limit(2)
  await desk.say(randomUUID(), 'And for me?')
  await until(() => expect(told(hers, 'WAITING_CHAT')).toHaveLength(1))
  await until(() => expect(told(his, 'WAITING_CHAT')).toHaveLength(2))
  expect(await itemsOf(hers, 'WAITING_CHAT')).toHaveLength(1)
})

test('what told of a waiting chat is replaced on every device once somebody takes the chat', async () => {
  const desk = await openDesk(app, { operators: 3 })
  const [dora, max, eva] = desk.operators as [Person, Person, Person]
  const [hers, his] = [await turnOn(dora), await turnOn(max)]
  const visitor = randomUUID()
  await desk.say(visitor, 'Is anybody there?')
  await until(() =>
    expect([told(hers, 'WAITING_CHAT').length, told(his, 'WAITING_CHAT').length]).toEqual([1, 1]),
  )
  // A browser that turns them on only now was told of nothing.
  const evas = await turnOn(eva)
  const chatId = globalId('Chat', (await desk.chatOf(visitor)).id)
  await mutate(max.execute, 'acceptChat', { chatId })
  const taken = { kind: 'TAKEN', replaces: 'WAITING_CHAT', chatId, name: null, text: null }
  await until(() => expect([told(hers, 'TAKEN'), told(his, 'TAKEN')]).toEqual([[taken], [taken]]))
  expect(evas.pushed).toEqual([])
  // A push service replaces what it could not deliver yet, and learns nothing about the chat from it.
  const topics = hers.pushed.map(({ headers }) => headers.topic)
  expect(topics).toEqual([expect.stringMatching(/^[\w-]{32}$/), topics[0]])
  expect(topics[0]).not.toBe(his.pushed[0]?.headers.topic)
})

test('the target of a chat that is near or missed is pushed to its operators, and one that is missed to admins', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const { chatId } = await openChat(desk, dora)
  const [hers, admins] = [await turnOn(dora), await turnOn(desk.admin)]
  const { accountId } = dora.viewer
  const id = Buffer.from(chatId, 'base64').toString().split(':')[1] as string
  const { channelId } = await app.services.db.chat.update({
    where: { id },
    data: { targetNearAt: new Date() },
  })
  const event = { accountId, channelId, chatId: id, data: { target: 'CLOSING' } }
  await app.services.db.event.create({ data: { ...event, kind: 'TARGET_NEARED' } })
  await until(() => expect(told(hers, 'TARGET_NEAR')).toHaveLength(1))
  await app.services.db.event.create({ data: { ...event, kind: 'TARGET_MISSED' } })
  await until(() =>
    expect([told(hers, 'TARGET_MISSED').length, told(admins, 'TARGET_MISSED').length]).toEqual([1, 1]),
  )
  expect(told(admins, 'TARGET_NEAR')).toEqual([])
})

test('the target of a chat that waits is pushed to the operators of its channel when it is near', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const { db } = app.services
  const [dora, ben] = desk.operators as [Person, Person]
  await db.channelOperator.deleteMany({ where: { channelId: desk.channel.id, userId: ben.user.id } })
  const [hers, his] = [await turnOn(dora), await turnOn(ben)]
  const visitor = randomUUID()
  await desk.say(visitor, 'Is anybody there?')
  const { id } = await desk.chatOf(visitor)
  await db.chat.update({ where: { id }, data: { targetNearAt: new Date() } })
  const event = { accountId: desk.account.id, channelId: desk.channel.id, chatId: id }
  await db.event.create({ data: { ...event, data: { target: 'FIRST_REPLY' }, kind: 'TARGET_NEARED' } })
  await until(() => expect(told(hers, 'TARGET_NEAR')).toHaveLength(1))
  expect(told(his, 'TARGET_NEAR')).toEqual([])
})

test('a chat that nobody takes is pushed to the admins, also where it was offered to some alone, until somebody takes it', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const [dora] = desk.operators
  await db.channel.update({ where: { id: desk.channel.id }, data: { routing: 'LEAST_BUSY' } })
  const [hers, admins] = [await turnOn(dora), await turnOn(desk.admin)]
  await mutate(desk.admin.execute, 'updateRoutingSettings', { notTakenMinutes: 5 })
  const visitor = randomUUID()
  await desk.say(visitor, 'Is anybody there?')
  const { id } = await desk.chatOf(visitor)
  await db.chat.update({ where: { id }, data: { queuedAt: new Date(Date.now() - 5 * 60_000) } })
  const chatId = globalId('Chat', id)
  const waiting = { kind: 'WAITING_CHAT', chatId, name: null, text: null }
  await until(() => expect(told(admins, 'WAITING_CHAT')).toEqual([waiting]))
  expect(told(hers, 'WAITING_CHAT')).toEqual([])
  await mutate(dora.execute, 'acceptChat', { chatId })
  await until(() => expect(told(admins, 'TAKEN')).toHaveLength(1))
})

test('of more browsers than anybody uses, the one that was not used for longest has no push notifications any more', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const [dora] = desk.operators
  const sessions = await db.session.createManyAndReturn({
    data: Array.from({ length: MOST_BROWSERS }, (_, index) => ({
      userId: dora.user.id,
      tokenHash: randomBytes(32),
      lastSeenAt: new Date(Date.now() - (index + 1) * 60_000),
      expiresAt: new Date(Date.now() + 3_600_000),
    })),
  })
  await db.pushSubscription.createMany({
    data: sessions.map(({ id }) => ({
      sessionId: id,
      endpoint: `${service.origin}/${id}`,
      p256dh: 'AAAA',
      authEncrypted: randomBytes(16),
    })),
  })
  await turnOn(dora)
  const left = await db.pushSubscription.findMany({ where: { session: { userId: dora.user.id } } })
  expect(left).toHaveLength(MOST_BROWSERS)
  expect(left.map(({ sessionId }) => sessionId)).not.toContain(sessions.at(-1)?.id)
})

test('while no browser of a person can be reached, there is room for the push notifications of others', () => {
  expect(pushKind.perReceiver * MOST_BROWSERS).toBeLessThan(pushKind.concurrency / 2)
})

test('a subscription ends with its session, when its push service says so, and when somebody else signs in', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const { db } = app.services
  const isThere = async ({ input: { endpoint } }: PushBrowser) =>
    (await db.pushSubscription.count({ where: { endpoint } })) > 0
  const lost = await turnOn(dora)
  lost.status = 410
  await mutate(dora.execute, 'sendTestPush', undefined, 'viewer { email }')
  await until(async () => expect(await isThere(lost)).toBe(false))
  expect(told(lost, 'TEST')).toHaveLength(1)
  const { userErrors } = await mutate(dora.execute, 'sendTestPush', undefined, 'viewer { email }')
  expect(userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  const shared = await turnOn(dora)
  await mutate(max.execute, 'subscribeToPush', shared.input, 'viewer { hasPush }')
  expect((await dora.execute('{ viewer { hasPush } }')).data.viewer).toEqual({ hasPush: false })
  await signOut(app.services, { viewer: max.viewer })
  expect(await isThere(shared)).toBe(false)
  await turnOn(dora)
  await mutate(dora.execute, 'unsubscribeFromPush', undefined, 'viewer { hasPush }')
  expect(await db.pushSubscription.count({ where: { session: { userId: dora.user.id } } })).toBe(0)
})

test('only a browser subscribes, at an address that may be called and with keys that are some', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const { token } = await mutate(dora.execute, 'createApiToken', { name: 'CI' }, 'token')
  const { input } = service.subscribe()
  const program = graphqlAs(app.url, { token })
  const refused = async (execute: Person['execute'], changes: object) =>
    (await mutate(execute, 'subscribeToPush', { ...input, ...changes }, 'viewer { hasPush }')).userErrors
  expect(await refused(program, {})).toMatchObject([{ code: 'FORBIDDEN' }])
  expect(await refused(dora.execute, { endpoint: 'http://10.0.0.1/push' })).toMatchObject([
    { code: 'PRIVATE_TARGET', field: ['input', 'endpoint'] },
  ])
  expect(await refused(dora.execute, { p256dh: 'AAAA', auth: '=' })).toMatchObject([
    { code: 'INVALID' },
    { code: 'INVALID' },
  ])
  expect(await refused(dora.execute, { p256dh: Buffer.alloc(65, 4).toString('base64url') })).toMatchObject([
    { code: 'INVALID', field: ['input', 'p256dh'] },
  ])
  const characters = Array.from({ length: 900 }, (_, n) => String.fromCodePoint(0x4e00 + n * 7)).join('')
  expect(await refused(dora.execute, { endpoint: input.endpoint + characters })).toMatchObject([
    { code: 'TOO_LONG', field: ['input', 'endpoint'] },
  ])
})
