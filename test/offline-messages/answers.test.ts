import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { leaveOfflineMessage } from '../../server/domain/offline-messages/leave-offline-message.ts'
import type { TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { startSwitchboard } from '../support/switchboard.ts'

let server: MailServer
let app: TestApp
let desk: Desk
beforeAll(async () => {
  server = await startMailServer()
  app = await startSwitchboard({
    variables: { SMTP_URL: server.url, MAIL_FROM: 'Example support <support@example.com>' },
  })
})
beforeEach(async () => {
  desk = await openDesk(app)
})
afterEach(() => server.reply({}))
afterAll(async () => {
  await app.close()
  await server.stop()
})

const someone = () => `${randomUUID()}@example.org`
const DELIVERY = 'delivery { state attempts errorCode errorMessage sentAt log { status } }'

async function leave(left: { email?: string; phone?: string }): Promise<string> {
  const text = 'Are you open today?'
  return globalId(
    'OfflineMessage',
    await leaveOfflineMessage(app.services, { channel: desk.channel, text, ...left }),
  )
}

const answer = ({ execute }: Person, id: string) =>
  mutate(execute, 'answerOfflineMessage', { id, text: 'Until six.' }, `offlineMessage { ${DELIVERY} }`)

async function deliveryOf(id: string) {
  const { data, errors } = await desk.operators[0].execute(
    `query ($id: ID!) { offlineMessage(id: $id) { ${DELIVERY} } }`,
    { id },
  )
  expect(errors).toBeUndefined()
  return data.offlineMessage.delivery
}

test('an answer is mailed to whoever left the message, and its outcome stands beside it', async () => {
  const to = someone()
  const id = await leave({ email: to })
  const { offlineMessage, userErrors } = await answer(desk.operators[0], id)
  expect(userErrors).toEqual([])
  expect(offlineMessage.delivery).toMatchObject({ attempts: 0, sentAt: null })
  const [mail] = await server.waitFor(to)
  expect(mail?.text).toBe('Until six.\n\nYou wrote:\nAre you open today?')
  expect(mail?.headers).toContainEqual(['reply-to', desk.operators[0].user.email])
  expect(mail?.headers).toContainEqual(['subject', `Your message to ${desk.account.name}`])
  await expect.poll(async () => (await deliveryOf(id)).state).toBe('SENT')
  expect(await deliveryOf(id)).toMatchObject({ errorCode: null, log: [{ status: 250 }] })
})

test('an answer that the mail server refuses is seen by the operator, and an admin sends it again', async () => {
  const to = someone()
  server.reply({ rcpt: 550 })
  const id = await leave({ email: to })
  await answer(desk.operators[0], id)
  await expect.poll(async () => (await deliveryOf(id)).state).toBe('FAILED')
  expect(await deliveryOf(id)).toMatchObject({ errorCode: 'smtp_550', sentAt: null })
  server.reply({})
  const { data } = await desk.admin.execute('{ mails { nodes { id recipient kind } } }')
  const [mail] = data.mails.nodes
  expect(mail).toMatchObject({ recipient: to, kind: 'OFFLINE_ANSWER' })
  const { userErrors } = await mutate(desk.admin.execute, 'resendMail', { id: mail.id })
  expect(userErrors).toEqual([])
  await expect.poll(async () => (await deliveryOf(id)).state).toBe('SENT')
})

test.each([
  ['a,b@example.org', ['"a,b"@example.org']],
  ['a;b@example.org', ['"a;b"@example.org']],
  ['"a@example.org', ['"\\"a"@example.org']],
  ['ä@example.org', ['ä@example.org']],
  ['a..b@example.org', null],
  ['a@example.org>', ['a@example.org']],
  ['a>b@example.org', null],
  ['a<b@example.org', null],
])('an answer to %s goes to one mailbox, or fails where the operator sees it', async (to, recipients) => {
  const before = server.mails.length
  const id = await leave({ email: to })
  await answer(desk.operators[0], id)
  await expect.poll(async () => (await deliveryOf(id)).state).toBe(recipients ? 'SENT' : 'FAILED')
  if (!recipients) expect((await deliveryOf(id)).errorMessage).toContain('Bad recipient')
  expect(server.mails.slice(before).map((mail) => mail.to)).toEqual(recipients ? [recipients] : [])
})

test('what is written to somebody who left no e-mail address is a note, and no mail', async () => {
  const id = await leave({ phone: '+49 170 555' })
  const { offlineMessage } = await answer(desk.operators[0], id)
  expect(offlineMessage.delivery).toBeNull()
  expect(await app.services.db.mail.count({ where: { accountId: desk.account.id } })).toBe(0)
})

const EVENTS = `subscription ($after: String) { events(after: $after) { __typename cursor
  ... on OfflineMessageEvent { offlineMessage { id } } actor { __typename id } } }`

test('screens hear that a message was left, that it was answered, and how the mail went', async () => {
  const [operator] = desk.operators
  const { viewer } = (await operator.execute('{ viewer { eventCursor } }')).data
  const feed = openFeed(app.url, { cookie: operator.cookie, query: EVENTS, after: viewer.eventCursor })
  onTestFinished(() => feed.close())
  const id = await leave({ email: someone() })
  const left = await feed.waitFor(({ kind }) => kind === 'OFFLINE_MESSAGE_CREATED')
  expect(left).toMatchObject({ actor: null, offlineMessage: { id } })
  await answer(operator, id)
  const answered = await feed.waitFor(({ kind }) => kind === 'OFFLINE_MESSAGE_ANSWERED')
  expect(answered).toMatchObject({
    actor: { id: globalId('Operator', operator.user.id) },
    offlineMessage: { id },
  })
  const updated = await feed.waitFor(({ kind }) => kind === 'OFFLINE_MESSAGE_UPDATED')
  expect(updated.offlineMessage.id).toBe(id)
  expect(await deliveryOf(id)).toMatchObject({ state: 'SENT' })
})
