import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailUnseenReplies } from '../../server/domain/mail/replies/mail-unseen-replies.ts'
import { MINUTE_MS } from '../../server/durations.ts'
import { queue, standing } from '../mail/support.ts'
import { openDesk, reply } from '../support/desk.ts'
import { makeAccount } from '../support/factories.ts'
import { mutate } from '../support/graphql-client.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { makeWidget, openBrowser, write } from '../support/widget.ts'

let server: MailServer
let installation: Installation
beforeEach(async () => {
  server = await startMailServer()
  const variables = { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' }
  installation = await openInstallation(undefined, variables)
})
afterEach(async () => {
  await installation.close()
  await server.stop()
})

test('a worker that is killed in mid-mail: another one sends it, with the same Message-ID', async () => {
  const { app, start } = installation
  const { account } = await makeAccount(app.services)
  const to = 'somebody@example.org'
  const link = 'https://chat.example.com/join/secret'
  server.reply({ hang: true })
  const first = await start('worker')
  const id = await queue(app.services, {
    accountId: account.id,
    to,
    link,
    parts: [{ kind: 'link', label: 'Join', url: 'https://not-shown.invalid/' }],
  })
  await server.waitFor(to)
  await first.end('SIGKILL')
  server.reply({})
  // Until then the claim holds: nobody can know that its worker is gone.
  await app.services.db.outboxItem.update({ where: { id }, data: { claimedUntil: new Date() } })
  const second = await start('worker', { MAIL_FROM: 'other@example.net' })
  const { log } = await standing(app.services, id, 'SENT')
  expect(log.map(({ errorCode }) => errorCode)).toEqual(['worker_lost', null])
  const mails = await server.waitFor(to, 2)
  expect(new Set(mails.map(({ raw }) => raw)).size).toBe(1)
  expect(mails[0]?.headers).toContainEqual(['message-id', `<${id}@example.com>`])
  expect(mails[0]?.text).toContain(link)
  expect(first.output() + second.output()).not.toMatch(/secret|somebody@example/)
})

test('a worker that is killed in the mail of replies: another one sends what the visitor has not seen by then, once', async () => {
  const { app, start } = installation
  const { db } = app.services
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: [operator.user.id],
    settings: { mailsReplies: true, mailRepliesMinutes: 5 },
  })
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Is it in stock?')
  const to = 'visitor@example.org'
  await mutate(browser.execute, 'setContactInfo', { email: to })
  const seen = await reply(operator, chatId, 'I am having a look.')
  const unseen = await reply(operator, chatId, 'We have three of them.')
  await mailUnseenReplies(app.services, { betweenPagesMs: 0, now: new Date(Date.now() + 6 * MINUTE_MS) })
  server.reply({ hang: true })
  const first = await start('worker')
  await server.waitFor(to)
  await first.end('SIGKILL')
  server.reply({})
  const { seq } = await db.message.findUniqueOrThrow({ where: { id: seen } })
  await mutate(browser.execute, 'markMessagesSeen', { chatId, seq })
  const { id } = await db.outboxItem.findFirstOrThrow({ where: { chatId, kind: 'REPLY_MAIL' } })
  // Until then the claim holds: nobody can know that its worker is gone.
  await db.outboxItem.update({ where: { id }, data: { claimedUntil: new Date() } })
  await start('worker')
  await standing(app.services, id, 'SENT')
  const [before, after, ...more] = await server.waitFor(to, 2)
  expect(more).toEqual([])
  expect(before?.text).toContain('I am having a look.')
  expect(after?.text).not.toContain('I am having a look.')
  expect(after?.text).toContain('We have three of them.')
  const messageIdOf = (mail = before) => mail?.headers.find(([name]) => name === 'message-id')?.[1]
  expect(messageIdOf(after)).toBe(messageIdOf(before))
  const mailed = await db.message.findMany({ where: { chatId, mailedAt: { not: null } } })
  expect(mailed.map((message) => message.id)).toEqual([unseen])
})
