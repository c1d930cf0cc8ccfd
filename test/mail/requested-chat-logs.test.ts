import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendChatLog } from '../../server/domain/mail/send-chat-log.ts'
import type { VisitorPrincipal } from '../../server/domain/principal.ts'
import { blacklistVisitor } from '../../server/domain/visitors/blacklist-visitor.ts'
import { requestChatLog } from '../../server/domain/visits/chat/request-chat-log.ts'
import { clearHistory } from '../../server/domain/visits/clear-history.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'

let app: TestApp
let desk: Desk
let chatId: string
let visitor: VisitorPrincipal
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await openDesk(app)
  await desk.say('v', 'Where is my order?')
  const chat = await desk.chatOf('v')
  chatId = chat.id
  visitor = principal(chat.visitorId)
})

function principal(visitorId: string): VisitorPrincipal {
  const { accountId, id: channelId } = desk.channel
  const token = { id: randomUUID(), expiresAt: new Date(Date.now() + 60_000) }
  return { kind: 'visitor', accountId, channelId, visitorId, number: 1, key: visitorId, token }
}

const someone = () => `${randomUUID()}@example.org`
const mailsTo = (recipient: string) => app.services.db.mail.findMany({ where: { recipient } })

test('a visitor has the log of their chat mailed, and the history tells it', async () => {
  await reply(desk.operators[0], chatId, 'On its way')
  const to = someone()
  await requestChatLog(app.services, { visitor, email: ` ${to.toUpperCase()} ` })
  const [mail] = await mailsTo(to)
  expect(mail).toMatchObject({ kind: 'CHAT_LOG', subject: `Your chat with ${desk.account.name}` })
  expect(mail?.text).toMatch(/Where is my order\?[\s\S]*On its way/)
  const entries = await app.services.db.auditEntry.findMany({ where: { subjectId: visitor.visitorId } })
  expect(entries).toMatchObject([
    { action: 'CHAT_LOG_SENT', actorType: 'VISITOR', actorId: visitor.visitorId },
  ])
  // The mail goes with the chat when the visitor is erased.
  const { chatId: of } = await app.services.db.outboxItem.findUniqueOrThrow({ where: { id: mail?.id ?? '' } })
  expect(of).toBe(chatId)
})

test('a visitor without a chat gets nobody else’s, and an address is checked', async () => {
  const stranger = await app.services.db.visitor.create({
    data: {
      accountId: desk.account.id,
      channelId: desk.channel.id,
      number: 999,
      key: 'stranger',
      externalId: 'stranger',
    },
  })
  const email = someone()
  const ask = requestChatLog(app.services, { visitor: principal(stranger.id), email })
  await expect(ask).rejects.toMatchObject({ code: 'not_found' })
  const nonsense = requestChatLog(app.services, { visitor, email: 'nonsense' })
  await expect(nonsense).rejects.toMatchObject({ code: 'invalid_request', field: 'input.email' })
  expect(await mailsTo(email)).toEqual([])
})

test('an address with letters such as ä gets the log like any other, from a visitor and from an operator', async () => {
  const [theirs, ours] = [`änn-${randomUUID()}@exämple.org`, `jürgen-${randomUUID()}@example.org`]
  await requestChatLog(app.services, { visitor, email: theirs })
  await sendChatLog(app.services, { viewer: desk.operators[0].viewer, chatId, to: ours })
  expect(await mailsTo(theirs)).toHaveLength(1)
  expect(await mailsTo(ours)).toHaveLength(1)
})

test.each([
  'me,you@example.org',
  'me<you@example.org>',
  '"me"@example.org',
  'us:you@example.org;',
  'you(me)@example.org',
])('no log goes to “%s”, which a mail would understand as another address', async (email) => {
  const refused = { code: 'invalid_request', field: 'input.email' }
  await expect(requestChatLog(app.services, { visitor, email })).rejects.toMatchObject(refused)
})

test('an address gets five logs a day, however its domain is spelled', async () => {
  const name = randomUUID()
  const request = async (domain: string) => {
    const key = randomUUID()
    await desk.say(key, 'Where is my order?')
    const { visitorId } = await desk.chatOf(key)
    await requestChatLog(app.services, { visitor: principal(visitorId), email: `${name}@${domain}` })
  }
  for (const domain of [
    'exämple.org',
    'EXÄMPLE.ORG.',
    'exa\u0308mple.org',
    'xn--exmple-cua.org',
    '\uFF45xämple.org',
  ])
    await request(domain)
  await expect(request('exämple.org')).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('what the visitor has cleared is not mailed to them, and operators’ logs have it', async () => {
  const { services } = app
  await clearHistory(services, { visitor })
  const nothing = requestChatLog(services, { visitor, email: someone() })
  await expect(nothing).rejects.toMatchObject({ code: 'not_found' })
  await reply(desk.operators[0], chatId, 'On its way')
  const [theirs, ours] = [someone(), someone()]
  await requestChatLog(services, { visitor, email: theirs })
  await sendChatLog(services, { viewer: desk.operators[0].viewer, chatId, to: ours })
  const [mail] = await mailsTo(theirs)
  expect(mail?.text).toContain('On its way')
  expect(mail?.text).not.toContain('Where is my order?')
  expect((await mailsTo(ours))[0]?.text).toMatch(/Where is my order\?[\s\S]*On its way/)
})

test('a blacklisted visitor is answered as usual, and nothing is mailed', async () => {
  await blacklistVisitor(app.services, {
    viewer: desk.admin.viewer,
    visitorId: visitor.visitorId,
    reason: 'Spam',
  })
  const to = someone()
  await requestChatLog(app.services, { visitor, email: to })
  expect(await mailsTo(to)).toEqual([])
})

test('a visitor asks five times an hour, and an address gets five a day whoever asks', async () => {
  const refused = { code: 'too_many_requests', retryAfter: expect.any(Number) }
  for (let time = 0; time < 5; time++) {
    await requestChatLog(app.services, { visitor, email: someone() })
  }
  await expect(requestChatLog(app.services, { visitor, email: someone() })).rejects.toMatchObject(refused)
  const to = someone()
  const askAs = async (key: string) => {
    await desk.say(key, 'Hello')
    const chat = await desk.chatOf(key)
    return requestChatLog(app.services, { visitor: principal(chat.visitorId), email: to })
  }
  for (const key of ['a', 'b', 'c', 'd', 'e']) await askAs(key)
  await expect(askAs('f')).rejects.toMatchObject(refused)
  expect(await mailsTo(to)).toHaveLength(5)
})

test('an operator has thirty logs mailed in an hour', async () => {
  const [{ viewer }] = desk.operators
  const limit = { name: 'send-chat-log', points: 30, seconds: 3_600 }
  await app.services.limits.consume(limit, viewer.userId, 29)
  const send = () => sendChatLog(app.services, { viewer, chatId, to: someone() })
  await send()
  await expect(send()).rejects.toMatchObject({ code: 'too_many_requests' })
})
