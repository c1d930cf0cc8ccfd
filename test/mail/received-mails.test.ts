import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseMail } from '../../server/domain/mail/receiving/parse-mail.ts'
import { whyAutomatic } from '../../server/domain/mail/receiving/why-automatic.ts'
import { mailUnseenReplies } from '../../server/domain/mail/replies/mail-unseen-replies.ts'
import { replyAddress } from '../../server/domain/mail/replies/reply-address.ts'
import { DAY_MS, MINUTE_MS } from '../../server/durations.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import type { TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'
import { makeWidget, openBrowser, write } from '../support/widget.ts'

const SECRET = 'the mail server knows this'
const BASE = 'reply@mail.example.com'

let server: MailServer
let app: TestApp
beforeAll(async () => {
  server = await startMailServer()
  app = await startSwitchboard({
    variables: {
      SMTP_URL: server.url,
      MAIL_FROM: 'Shop <support@example.com>',
      REPLY_ADDRESS: BASE,
      REPLY_SECRET: SECRET,
      FILE_MAX_BYTES: '100000',
    },
  })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

interface Conversation {
  desk: Desk
  chatId: string
  visitorId: string
  browser: Awaited<ReturnType<typeof openBrowser>>
  /** What a mail about it has as Reply-To. */
  to: string
  email: string
}

async function conversation(): Promise<Conversation> {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: [operator.user.id],
    settings: { mailsReplies: true },
  })
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Is it in stock?')
  const email = `${randomUUID()}@example.org`
  await mutate(browser.execute, 'setContactInfo', { email })
  await reply(operator, chatId, 'Yes. Shall I put one aside?')
  const { visitorId } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
  const to = replyAddress(BASE, app.services.env, { chatId, writtenAt: new Date() })
  return { desk, chatId, visitorId, browser, to, email }
}

interface Written {
  to: string
  text?: string
  headers?: Record<string, string>
  id?: string
  /** Whole MIME parts besides the text. */
  parts?: string[]
}

function mailOf({
  to,
  text = 'Yes, please.',
  headers = {},
  id = `<${randomUUID()}@example.org>`,
  parts,
}: Written): string {
  const head = {
    From: 'Ann <ann@example.org>',
    To: to,
    Subject: 'Re: Shop',
    'Message-ID': id,
    'MIME-Version': '1.0',
    ...headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const plain = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text.replaceAll('\n', '\r\n')}`
  if (!parts) return `${lines.join('\r\n')}\r\n${plain}\r\n`
  const body = [plain, ...parts].map((part) => `--part\r\n${part}\r\n`).join('')
  return `${lines.join('\r\n')}\r\nContent-Type: multipart/mixed; boundary=part\r\n\r\n${body}--part--\r\n`
}

const attachment = (name: string, type: string, content: Buffer) =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}`

async function hand(mail: string, { secret = SECRET, query = '' } = {}) {
  const response = await fetch(`${app.url}/mail/replies${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
    body: mail,
  })
  return { status: response.status, body: (await response.json()) as Record<string, never> }
}

const received = ({ visitorId }: Conversation) =>
  app.services.db.message.findMany({
    where: { chat: { visitorId }, author: 'VISITOR', mailedAt: { not: null } },
    orderBy: { createdAt: 'asc' },
  })

test('what a visitor answers to a mail is in their conversation, without what it quotes', async () => {
  const talk = await conversation()
  await mailUnseenReplies(app.services, { betweenPagesMs: 0, now: new Date(Date.now() + 6 * MINUTE_MS) })
  const [sent] = await server.waitFor(talk.email)
  const header = (name: string) => sent?.headers.find(([each]) => each === name)?.[1] ?? ''
  expect(header('reply-to')).toBe(talk.to)
  expect(header('reply-to').split('@')[0]?.length).toBeLessThanOrEqual(64)
  expect(sent?.text).toContain('just reply to this e-mail')
  // Mail servers may change the case of an address.
  const id = `<${randomUUID()}@example.org>`
  const answer = await hand(
    mailOf({
      to: header('reply-to').toUpperCase(),
      id,
      headers: { 'In-Reply-To': header('message-id') },
      text: 'Yes, please!\n\nAnn\n\nOn Mon, 25 Nov 2026 at 10:00, Shop\n<support@example.com> wrote:\n\n> Yes. Shall I put one aside?\n',
    }),
  )
  expect(answer).toMatchObject({ status: 200, body: { result: 'ok' } })
  expect(await received(talk)).toMatchObject([
    { text: 'Yes, please!\n\nAnn', chatId: talk.chatId, externalId: id },
  ])
  const { data } = await talk.desk.operators[0].execute(
    'query ($id: ID!) { node(id: $id) { ... on Chat { messages(last: 1) { nodes { author text mailedAt } } } } }',
    { id: globalId('Chat', talk.chatId) },
  )
  expect(data.node.messages.nodes).toEqual([
    { author: 'VISITOR', text: 'Yes, please!\n\nAnn', mailedAt: expect.any(String) },
  ])
  // The next mail answers this one.
  await reply(talk.desk.operators[0], talk.chatId, 'Done.')
  await mailUnseenReplies(app.services, { betweenPagesMs: 0, now: new Date(Date.now() + 6 * MINUTE_MS) })
  const [, next] = await server.waitFor(talk.email, 2)
  expect(next?.headers).toContainEqual(['in-reply-to', id])
})

test('the same mail is stored once, however often and at whatever time it comes', async () => {
  const talk = await conversation()
  const mail = mailOf({ to: talk.to, parts: [attachment('a.txt', 'text/plain', Buffer.from('some text'))] })
  const answers = await Promise.all([hand(mail), hand(mail), hand(mail)])
  const last = await hand(mail)
  expect(last.status).toBe(200)
  for (const answer of answers) expect(answer).toEqual(last)
  expect((await received(talk)).map(({ type }) => type)).toEqual(['TEXT', 'DOCUMENT'])
})

test('the same mail that is handed over twice at once is stored once, and both times accepted', async () => {
  const talk = await conversation()
  const mail = mailOf({ to: talk.to, parts: [attachment('a.txt', 'text/plain', Buffer.from('some text'))] })
  const { db } = app.services
  // Neither has stored its file when the other looks for that of the same mail.
  const handed = await whileHeld(
    db,
    Prisma.sql`SELECT 1 FROM "Account" WHERE id = ${talk.desk.account.id}::uuid FOR NO KEY UPDATE`,
    async () => {
      const answers = [hand(mail), hand(mail)]
      await untilLocked(db, '', 2)
      return answers
    },
  )
  const [one, other] = await Promise.all(handed)
  expect(one).toMatchObject({ status: 200, body: { result: 'ok' } })
  expect(other).toEqual(one)
  expect((await received(talk)).map(({ type }) => type)).toEqual(['TEXT', 'DOCUMENT'])
})

test('files are inspected as the widget’s are, and one that is too large leaves a line', async () => {
  const talk = await conversation()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { status } = await hand(
    mailOf({
      to: talk.to,
      text: 'Two files',
      parts: [
        // What it really is decides, not what the mail says.
        attachment('photo.exe', 'application/octet-stream', png),
        attachment('large.bin', 'application/octet-stream', Buffer.alloc(100_001, 7)),
      ],
    }),
  )
  expect(status).toBe(200)
  const messages = await received(talk)
  expect(messages.map(({ type, text }) => [type, text])).toEqual([
    ['TEXT', 'Two files'],
    ['PHOTO', null],
    ['TEXT', 'large.bin: The file is too large.'],
  ])
})

test('a long answer is kept whole, in several messages', async () => {
  const talk = await conversation()
  const paragraph = `${'word '.repeat(150)}end.`
  await hand(mailOf({ to: talk.to, text: [paragraph, paragraph, paragraph].join('\n\n') }))
  expect((await received(talk)).map(({ text }) => text)).toEqual([paragraph, paragraph, paragraph])
})

test('of a mail that is far too long the beginning is taken, with lines that say so', async () => {
  const talk = await conversation()
  const mail = mailOf({
    to: talk.to,
    text: 'word '.repeat(5_000),
    parts: Array.from({ length: 12 }, (_, n) =>
      attachment(`${n}.txt`, 'text/plain', Buffer.from(`file ${n}`)),
    ),
  })
  expect((await hand(mail)).status).toBe(200)
  const messages = await received(talk)
  expect(messages.filter(({ text }) => text?.startsWith('word'))).toHaveLength(20)
  expect(messages.filter(({ type }) => type === 'DOCUMENT')).toHaveLength(10)
  expect(messages.slice(20).flatMap(({ type, text }) => (type === 'TEXT' ? text : []))).toEqual([
    'The e-mail is longer: only its first 20 parts are here.',
    'The e-mail has more files: only its first 10 are here.',
  ])
  expect((await hand(mail)).body).toMatchObject({ message_ids: messages.map(({ id }) => id) })
})

test('after the chat was closed, an answer opens a new one, as in the widget', async () => {
  const talk = await conversation()
  await mutate(talk.desk.operators[0].execute, 'closeChat', { chatId: globalId('Chat', talk.chatId) })
  await hand(mailOf({ to: talk.to, text: 'One more thing' }))
  const [message] = await received(talk)
  expect(message).toMatchObject({ text: 'One more thing' })
  expect(message?.chatId).not.toBe(talk.chatId)
})

test.each([
  ['Auto-Submitted', 'auto-replied'],
  ['Precedence', 'bulk'],
  ['X-Auto-Response-Suppress', 'All'],
  ['Return-Path', '<>'],
  ['Content-Type', 'multipart/report; report-type=delivery-status; boundary=x'],
  ['From', 'Shop <support@example.com>'],
])('an automatic mail is dropped: %s: %s', async (name, value) => {
  const talk = await conversation()
  expect(await hand(mailOf({ to: talk.to, headers: { [name]: value } }))).toEqual({
    status: 200,
    body: { result: 'ignored', reason: 'automatic' },
  })
  expect(await received(talk)).toEqual([])
})

test.each([
  ['Auto-Submitted', 'auto-generated; owner-email="ann@example.org"'],
  ['Precedence', 'list'],
  ['Precedence', 'junk'],
  ['Precedence', 'auto_reply'],
  ['X-Autoreply', 'yes'],
  ['X-Autorespond', 'On vacation'],
])('so is one with %s: %s', async (name, value) => {
  const { headers } = await parseMail(Buffer.from(mailOf({ to: BASE, headers: { [name]: value } })))
  expect(whyAutomatic(headers, 'support@example.com')).toBe(name)
})

test('a person’s mail is none of these', async () => {
  const talk = await conversation()
  const headers = { 'Auto-Submitted': 'no', 'Return-Path': '<ann@example.org>' }
  expect((await hand(mailOf({ to: talk.to, headers }))).body).toMatchObject({ result: 'ok' })
})

test('an address without a valid token is refused, whoever writes', async () => {
  const talk = await conversation()
  const { env } = app.services
  const at = (days: number) =>
    replyAddress(BASE, env, { chatId: talk.chatId, writtenAt: new Date(Date.now() - days * DAY_MS) })
  const forged = (to: string) => to.replace(/.(?=@)/, (last) => (last === 'a' ? 'b' : 'a'))
  const other = replyAddress(
    BASE,
    { secretKey: Buffer.alloc(32) },
    { chatId: talk.chatId, writtenAt: new Date() },
  )
  const wrong = [BASE, 'support@example.com', forged(talk.to), other, at(92), talk.to.replace('mail.', '')]
  for (const to of wrong) {
    const from = { From: `Ann <${talk.email}>` }
    expect((await hand(mailOf({ to, headers: from }))).status, to).toBe(404)
  }
  expect(await received(talk)).toEqual([])
  expect((await hand(mailOf({ to: at(89) }))).status).toBe(200)
})

test('the mail server may say to whom it was delivered, and must know the secret', async () => {
  const talk = await conversation()
  const mail = mailOf({ to: 'undisclosed-recipients:;' })
  expect((await hand(mail, { secret: 'something else altogether' })).status).toBe(401)
  expect((await hand(mail)).status).toBe(404)
  expect((await hand(mail, { query: `?recipient=${encodeURIComponent(talk.to)}` })).status).toBe(200)
  const elsewhere = await conversation()
  for (const header of ['X-Original-To', 'Delivered-To', 'Envelope-To']) {
    const forwarded = mailOf({ to: elsewhere.to, text: header, headers: { [header]: talk.to } })
    expect((await hand(forwarded)).status, header).toBe(200)
  }
  expect((await hand(mailOf({ to: 'Max <max@example.org>', headers: { Cc: talk.to } }))).status).toBe(200)
  expect([(await received(talk)).length, (await received(elsewhere)).length]).toEqual([5, 0])
  expect((await hand('x'.repeat(1_300_000))).status).toBe(413)
  expect((await hand('\r\n\r\nno headers')).status).toBe(400)
})

test('what a blacklisted visitor answers is discarded, and while the channel is paused the mail server waits', async () => {
  const talk = await conversation()
  const { channelId } = await app.services.db.chat.findUniqueOrThrow({ where: { id: talk.chatId } })
  const pause = { id: globalId('Channel', channelId) }
  await mutate(talk.desk.admin.execute, 'pauseChannel', pause)
  expect((await hand(mailOf({ to: talk.to }))).status).toBe(503)
  await mutate(talk.desk.admin.execute, 'resumeChannel', pause)
  const id = globalId('Visitor', talk.visitorId)
  await mutate(talk.desk.operators[0].execute, 'blacklistVisitor', { id, reason: 'Spam' })
  expect((await hand(mailOf({ to: talk.to }))).status).toBe(200)
  expect(await received(talk)).toEqual([])
})

test('after its website was deleted, an address is that of no conversation', async () => {
  const talk = await conversation()
  const { channelId } = await app.services.db.chat.findUniqueOrThrow({ where: { id: talk.chatId } })
  await mutate(talk.desk.admin.execute, 'deleteChannel', { id: globalId('Channel', channelId) })
  expect((await hand(mailOf({ to: talk.to }))).status).toBe(404)
  expect(await received(talk)).toEqual([])
})
