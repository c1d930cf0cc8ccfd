import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyAdmins } from '../../server/domain/mail/notify-admins.ts'
import { transact } from '../../server/events/transact.ts'
import type { TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { makeUser } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { startSwitchboard } from '../support/switchboard.ts'

let server: MailServer
let app: TestApp
beforeAll(async () => {
  server = await startMailServer()
  app = await startSwitchboard({ variables: { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' } })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const someone = () => `${randomUUID()}@example.org`
const setAddresses = ({ admin }: Desk, addresses: string[]) =>
  mutate(admin.execute, 'updateChatLogSettings', { addresses }, 'account { chatLogAddresses }')

async function talk(desk: Desk, visitor: string) {
  await desk.say(visitor, 'I <b>need</b> help')
  const { id } = await desk.chatOf(visitor)
  const [operator] = desk.operators
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  await reply(operator, id, 'Of course & gladly')
  return id
}

const close = ({ operators: [operator] }: Desk, id: string) =>
  mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })

test('the log of a chat that is closed goes to every address in the settings, once', async () => {
  const desk = await openDesk(app)
  const [first, second] = [someone(), someone()]
  const saved = await setAddresses(desk, [` ${first.toUpperCase()} `, second, first])
  expect(saved.account.chatLogAddresses.toSorted()).toEqual([first, second].toSorted())
  const id = await talk(desk, 'visitor')
  await close(desk, id)
  await close(desk, id)
  const [mail] = await server.waitFor(first)
  const { number } = await app.services.db.chat.findUniqueOrThrow({ where: { id } })
  expect(mail?.headers).toContainEqual(['subject', `Chat ${number} with Visitor 1`])
  expect(mail?.text).toMatch(
    new RegExp(
      `Visitor 1, [-\\d: ]+ UTC\\nI <b>need</b> help\\n\\n${desk.operators[0].user.name}, [-\\d: ]+ UTC\\nOf course & gladly`,
    ),
  )
  expect(mail?.html).toContain('I &lt;b&gt;need&lt;/b&gt; help')
  expect(mail?.html).not.toMatch(/src=|url\(|@import/)
  await server.waitFor(second)
  await expect
    .poll(() =>
      app.services.db.outboxItem.findMany({ where: { chatId: id, kind: 'MAIL' }, select: { state: true } }),
    )
    .toEqual([{ state: 'SENT' }, { state: 'SENT' }])
  expect(server.mails.filter(({ to }) => to.includes(first) || to.includes(second))).toHaveLength(2)
})

test('a visitor of whom only an address is known is called by it in the log, as in the inbox', async () => {
  const desk = await openDesk(app)
  const address = someone()
  await setAddresses(desk, [address])
  const id = await talk(desk, 'visitor')
  await app.services.db.visitor.updateMany({
    where: { chats: { some: { id } } },
    data: { email: 'ada@example.com', phone: '+491234567' },
  })
  await close(desk, id)
  const [mail] = await server.waitFor(address)
  expect(mail?.headers).toContainEqual(['subject', expect.stringMatching(/^Chat \d+ with ada@example\.com$/)])
})

test('an address that is taken out gets nothing more, not even what still waits', async () => {
  const desk = await openDesk(app)
  const gone = someone()
  await setAddresses(desk, [gone])
  const id = await talk(desk, 'visitor')
  server.reply({ rcpt: 450 })
  await close(desk, id)
  const find = () => app.services.db.outboxItem.findFirstOrThrow({ where: { chatId: id, kind: 'MAIL' } })
  await expect.poll(async () => (await find()).attempts).toBe(1)
  server.reply({})
  await setAddresses(desk, [])
  const { id: itemId, lane } = await find()
  await app.services.db.outboxItem.update({ where: { id: itemId }, data: { nextAttemptAt: new Date() } })
  await app.services.waker.wake([lane])
  await expect.poll(async () => (await find()).state).toBe('SKIPPED')
  expect(server.mails.filter(({ to }) => to.includes(gone))).toEqual([])
})

test('the settings take at most ten addresses, each a valid one, from admins only, for their own account', async () => {
  const desk = await openDesk(app)
  const eleven = Array.from({ length: 11 }, someone)
  expect((await setAddresses(desk, eleven)).userErrors).toMatchObject([{ code: 'TOO_LONG' }])
  expect((await setAddresses(desk, ['a@b, c@d'])).userErrors).toMatchObject([
    { code: 'INVALID', field: ['input', 'addresses', '0'] },
  ])
  const other = await openDesk(app)
  const kept = someone()
  await setAddresses(other, [kept])
  expect((await setAddresses(desk, [])).userErrors).toEqual([])
  const { data } = await other.admin.execute('{ viewer { account { chatLogAddresses } } }')
  expect(data.viewer.account.chatLogAddresses).toEqual([kept])
  const { execute } = desk.operators[0]
  const refused = await mutate(execute, 'updateChatLogSettings', { addresses: [] })
  expect(refused.userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
  const read = await execute('{ viewer { account { chatLogAddresses sendsMail } } }')
  expect(read.data.viewer.account).toEqual({ chatLogAddresses: [], sendsMail: true })
  const hidden = await execute('{ mails { edges { node { id } } } }')
  expect(hidden.errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
})

test('a visitor gets what was said on request, without what only the company knows', async () => {
  const desk = await openDesk(app)
  const id = await talk(desk, 'visitor')
  const { visitorId } = await app.services.db.chat.findUniqueOrThrow({ where: { id } })
  const description = 'A difficult customer'
  await app.services.db.visitor.update({ where: { id: visitorId }, data: { description, name: 'Ann' } })
  const to = someone()
  const { execute } = desk.operators[0]
  expect(await mutate(execute, 'sendChatLog', { chatId: globalId('Chat', id), to })).toEqual({
    userErrors: [],
  })
  const [mail] = await server.waitFor(to)
  expect(mail?.headers).toContainEqual(['subject', `Your chat with ${desk.account.name}`])
  expect(mail?.text).toContain('Of course & gladly')
  expect(mail?.text).not.toContain(description)
  const stranger = await openDesk(app)
  const input = { chatId: globalId('Chat', id), to }
  expect((await mutate(stranger.admin.execute, 'sendChatLog', input)).userErrors).toMatchObject([
    { code: 'NOT_FOUND', field: ['input', 'chatId'] },
  ])
})

test('a huge chat becomes a mail of a bounded size with its last messages', async () => {
  const desk = await openDesk(app)
  const to = someone()
  await setAddresses(desk, [to])
  const id = await talk(desk, 'visitor')
  const accountId = desk.account.id
  await app.services.db.message.createMany({
    data: Array.from({ length: 3_000 }, (_, index) => ({
      accountId,
      chatId: id,
      seq: index + 100,
      author: 'VISITOR' as const,
      type: 'TEXT' as const,
      text: `${index} ${'<&ä'.repeat(1_000)}`,
    })),
  })
  await close(desk, id)
  const [mail] = await server.waitFor(to)
  expect(mail?.raw.length).toBeLessThan(6_000_000)
  expect(mail?.text).toContain('Only the last messages are in this e-mail.')
  expect(mail?.text).toContain('\n2999 <&ä')
  expect(mail?.text).not.toContain('I <b>need</b> help')
})

test('an invitation is mailed, with the link that the admin sees and that no list of mails shows', async () => {
  const { admin, account } = await openDesk(app)
  const email = someone()
  const { link } = await mutate(admin.execute, 'inviteOperator', { email, role: 'OPERATOR' }, 'link')
  const [mail] = await server.waitFor(email)
  expect(mail?.text).toContain(link)
  expect(mail?.html).toContain(`href="${link}"`)
  expect(mail?.headers).toContainEqual(['subject', `${admin.user.name} invites you to ${account.name}`])
  const [kept] = await app.services.db.mail.findMany({ where: { recipient: email } })
  expect(`${kept?.text}${kept?.html}`).not.toContain(link)
})

test('a notice reaches every active admin', async () => {
  const { account, admin } = await openDesk(app)
  const accountId = account.id
  const other = await makeUser(app.services, { accountId, role: 'ADMIN' })
  const gone = await makeUser(app.services, { accountId, role: 'ADMIN' })
  await app.services.db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } })
  await transact(app.services, (work) =>
    notifyAdmins(app.services, work, {
      accountId,
      subject: 'An endpoint is off',
      text: 'It failed for five days.',
      path: '/settings/developers',
    }),
  )
  expect((await server.waitFor(admin.user.email))[0]?.text).toMatch(
    /It failed for five days\.[\s\S]*\/settings\/developers/,
  )
  await server.waitFor(other.email)
  const recipients = await app.services.db.mail.findMany({
    where: { accountId },
    select: { recipient: true },
  })
  expect(recipients.map(({ recipient }) => recipient)).not.toContain(gone.email)
})

test('admins list, filter and open the mails of their own account', async () => {
  const desk = await openDesk(app)
  const { execute } = desk.admin
  const email = someone()
  await mutate(execute, 'inviteOperator', { email, role: 'OPERATOR' })
  await server.waitFor(email)
  const list = (state: string) =>
    execute(
      `{ mails(state: ${state}) { edges { node { id state kind recipient attempts sentAt log { status } } } } }`,
    )
  await expect.poll(async () => (await list('SENT')).data.mails.edges.length).toBe(1)
  const [{ node }] = (await list('SENT')).data.mails.edges
  expect(node).toMatchObject({
    state: 'SENT',
    kind: 'OPERATOR_INVITATION',
    recipient: email,
    attempts: 1,
    log: [{ status: 250 }],
  })
  expect((await list('FAILED')).data.mails.edges).toEqual([])
  const open = `query ($id: ID!) { node(id: $id) { ... on Mail { subject text html } } }`
  expect((await execute(open, { id: node.id })).data.node.html).toContain('<h1')
  const stranger = await openDesk(app)
  for (const { execute: other } of [stranger.admin, desk.operators[0]]) {
    expect((await other(open, { id: node.id })).data.node).toBeNull()
  }
  expect((await mutate(stranger.admin.execute, 'resendMail', { id: node.id })).userErrors).toMatchObject([
    { code: 'NOT_FOUND' },
  ])
})
