import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { mailKind } from '../../server/domain/mail/mail-kind.ts'
import { queueMail } from '../../server/domain/mail/queue-mail.ts'
import { replyMailKind } from '../../server/domain/mail/replies/reply-mail-kind.ts'
import { resendMail } from '../../server/domain/mail/resend-mail.ts'
import { weeklyReportKind } from '../../server/domain/reports/weekly/weekly-report-kind.ts'
import { transact } from '../../server/events/transact.ts'
import { MAIL_CONNECTIONS } from '../../server/outbound/create-mailer.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { slotsOfAccount } from '../../server/outbox/lane-slots.ts'
import { sweepOutbox } from '../../server/outbox/sweep-outbox.ts'
import type { TestApp } from '../support/app.ts'
import { makeAccount, signedIn } from '../support/factories.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { openStores } from '../support/stores.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { queue, standing, waitBetweenAttempts } from './support.ts'

let server: MailServer
let app: TestApp
let accountId: string
beforeAll(async () => {
  server = await startMailServer()
  app = await startSwitchboard({
    variables: { SMTP_URL: server.url, MAIL_FROM: 'Example support <support@example.com>' },
  })
  accountId = (await makeAccount(app.services)).account.id
})
afterEach(() => server.reply({}))
afterAll(async () => {
  await app.close()
  await server.stop()
})

const someone = () => `${randomUUID()}@example.org`
const header = ({ headers }: { headers: [string, string][] }, name: string) =>
  headers.filter(([each]) => each === name).map(([, value]) => value)

test('a mail goes out with both bodies, and the attempt is in the log', async () => {
  const to = someone()
  const id = await queue(app.services, { accountId, to, subject: 'A notice', replyTo: 'reply@example.org' })
  const [mail] = await server.waitFor(to)
  expect(mail).toMatchObject({ from: 'support@example.com', to: [to] })
  expect(mail?.text).toBe('Somebody should look at this.')
  expect(mail?.html).toContain('Somebody should look at this.</p>')
  expect(mail && header(mail, 'from')).toEqual(['Example support <support@example.com>'])
  expect(mail && header(mail, 'reply-to')).toEqual(['reply@example.org'])
  expect(mail && header(mail, 'subject')).toEqual(['A notice'])
  const { log } = await standing(app.services, id, 'SENT')
  expect(log).toMatchObject([{ status: 250, errorCode: null }])
})

test('a mail of a kind that only a later version knows goes out like any other', async () => {
  const { services } = app
  await services.db.$executeRaw`ALTER TYPE "MailKind" ADD VALUE IF NOT EXISTS 'FROM_TOMORROW'`
  const to = someone()
  const id = await transact(services, async (work) => {
    const parts = [{ kind: 'text', text: 'News' } as const]
    const mail = { accountId, to, kind: 'ADMIN_NOTICE', subject: 'Later', parts } as const
    const queued = await queueMail(services, work, mail)
    await work.tx.$executeRaw`UPDATE "Mail" SET kind = 'FROM_TOMORROW' WHERE id = ${queued}::uuid`
    return queued
  })
  expect(await server.waitFor(to)).toHaveLength(1)
  await standing(services, id, 'SENT', 1)
})

test('many mails share few connections', async () => {
  const before = server.connections
  const to = someone()
  await Promise.all(Array.from({ length: 30 }, () => queue(app.services, { accountId, to })))
  await server.waitFor(to, 30)
  expect(server.connections - before).toBeLessThanOrEqual(5)
})

test('the mails of one account, of all kinds together, leave a connection for those of others', () => {
  const slots = [mailKind, replyMailKind, weeklyReportKind].map(slotsOfAccount)
  expect(slots.reduce((sum, count) => sum + count)).toBeLessThan(MAIL_CONNECTIONS)
})

test('a 4xx is tried again a minute later, with the same bytes', async () => {
  const to = someone()
  server.reply({ data: 451 })
  const id = await queue(app.services, { accountId, to })
  const waiting = await standing(app.services, id, 'PENDING', 1)
  expect(waiting.errorCode).toBe('smtp_451')
  const pause = waiting.nextAttemptAt.getTime() - Number(waiting.log[0]?.startedAt.getTime())
  expect(Math.round(pause / 60_000)).toBe(1)
  server.reply({})
  await waitBetweenAttempts(app.services, id)
  const { log } = await standing(app.services, id, 'SENT', 2)
  expect(log.map(({ status, errorCode }) => [status, errorCode])).toEqual([
    [451, 'smtp_451'],
    [250, null],
  ])
  const [first, second] = await server.waitFor(to, 2)
  expect(first?.raw).toBe(second?.raw)
  expect(first && header(first, 'message-id')).toEqual([`<${id}@example.com>`])
})

test.each([{ rcpt: 550 }, { data: 554 }])('a 5xx is final: %o', async (reply) => {
  server.reply(reply)
  const id = await queue(app.services, { accountId, to: someone() })
  const code = reply.rcpt ?? reply.data
  const failed = await standing(app.services, id, 'FAILED', 1)
  expect(failed).toMatchObject({ errorCode: `smtp_${code}`, log: [{ status: code }] })
  expect(failed.errorMessage).toContain('not this one')
})

test('while the server is away nothing is lost', async () => {
  const to = someone()
  await server.stop()
  const id = await queue(app.services, { accountId, to })
  const waiting = await standing(app.services, id, 'PENDING', 1)
  expect(waiting).toMatchObject({ errorCode: 'refused', log: [{ status: null, answerLost: false }] })
  await server.restart()
  await waitBetweenAttempts(app.services, id)
  await standing(app.services, id, 'SENT', 2)
  expect(await server.waitFor(to)).toHaveLength(1)
})

test('eight attempts in a day, then it has failed', async () => {
  server.reply({ rcpt: 450 })
  const id = await queue(app.services, { accountId, to: someone() })
  let waitedMs = 0
  for (let attempts = 1; attempts < 8; attempts++) {
    const { nextAttemptAt } = await standing(app.services, id, 'PENDING', attempts)
    waitedMs += nextAttemptAt.getTime() - Date.now()
    await waitBetweenAttempts(app.services, id)
  }
  await standing(app.services, id, 'FAILED', 8)
  expect(Math.round(waitedMs / 3_600_000)).toBe(24)
})

test('no name makes a header, another recipient or markup', async () => {
  const to = someone()
  const evil =
    'Ann\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>\u2028"><img src=https://evil.example>'
  await queue(app.services, {
    accountId,
    to,
    subject: evil,
    parts: [
      { kind: 'title', text: evil },
      { kind: 'entry', who: evil, when: 'now', text: evil, url: 'https://files.example/"><script>' },
      { kind: 'link', label: evil, url: 'https://chat.example/' },
    ],
  })
  const [mail] = await server.waitFor(to)
  expect(mail?.to).toEqual([to])
  expect(mail && [header(mail, 'bcc'), header(mail, 'subject').length]).toEqual([[], 1])
  expect(mail?.html).not.toMatch(/<(script|img)/)
  expect(mail?.html).toContain('href="https://files.example/&quot;&gt;&lt;script&gt;"')
})

test.each(['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', '<a@example.org>'])(
  'an address that is more than one address is never taken apart: %s',
  async (to) => {
    const before = server.mails.length
    const id = await queue(app.services, { accountId, to })
    await expect
      .poll(async () => (await app.services.db.outboxItem.findUniqueOrThrow({ where: { id } })).attempts)
      .toBeGreaterThan(0)
    expect(server.mails.slice(before).flatMap((mail) => mail.to)).not.toContain('b@example.org')
  },
)

test('a password in SMTP_URL that the server refuses is tried again: the mails are not to blame', async () => {
  const url = server.url.replace('smtp://', 'smtp://somebody:wrong@')
  const other = await startSwitchboard({ variables: { SMTP_URL: url, MAIL_FROM: 'support@example.com' } })
  try {
    const { account } = await makeAccount(other.services)
    const id = await queue(other.services, { accountId: account.id, to: someone() })
    expect(await standing(other.services, id, 'PENDING', 1)).toMatchObject({ errorCode: 'refused' })
    const { errorMessage } = await standing(other.services, id, 'PENDING', 1)
    expect(errorMessage).not.toContain('wrong')
  } finally {
    await other.close()
  }
})

test('without SMTP_URL mails are kept, and sent later only when an admin asks for it', async () => {
  const stores = await openStores()
  onTestFinished(() => stores.close())
  const to = someone()
  const keeping = await startSwitchboard({ stores })
  const { account, admin } = await makeAccount(keeping.services)
  const { viewer } = await signedIn(keeping.services, admin.id)
  const id = await queue(keeping.services, { accountId: account.id, to })
  expect((await standing(keeping.services, id, 'KEPT', 0)).log).toEqual([])
  await keeping.close()

  const variables = { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' }
  const sending = await startSwitchboard({ stores, variables })
  const next = await queue(sending.services, { accountId: account.id, to: someone() })
  await sweepOutbox(sending.services, { kinds: outboxKinds })
  await standing(sending.services, next, 'SENT')
  await standing(sending.services, id, 'KEPT')
  await resendMail(sending.services, { viewer, id })
  await standing(sending.services, id, 'SENT')
  expect(await server.waitFor(to)).toHaveLength(1)
  await sending.close()
})
