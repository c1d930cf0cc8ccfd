import { afterEach, beforeEach, expect, test } from 'vitest'
import { queue, standing } from '../mail/support.ts'
import { makeAccount } from '../support/factories.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

let server: MailServer
let installation: Installation
beforeEach(async () => {
  server = await startMailServer()
  installation = await openInstallation()
})
afterEach(async () => {
  await installation.close()
  await server.stop()
})

test('a worker that is killed in mid-mail: another one sends it, with the same Message-ID', async () => {
  const { app, start } = installation
  const variables = { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' }
  const { account } = await makeAccount(app.services)
  const to = 'somebody@example.org'
  const link = 'https://chat.example.com/join/secret'
  server.reply({ hang: true })
  const first = await start('worker', variables)
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
  const second = await start('worker', { ...variables, MAIL_FROM: 'other@example.net' })
  const { log } = await standing(app.services, id, 'SENT')
  expect(log.map(({ errorCode }) => errorCode)).toEqual(['worker_lost', null])
  const mails = await server.waitFor(to, 2)
  expect(new Set(mails.map(({ raw }) => raw)).size).toBe(1)
  expect(mails[0]?.headers).toContainEqual(['message-id', `<${id}@example.com>`])
  expect(mails[0]?.text).toContain(link)
  expect(first.output() + second.output()).not.toMatch(/secret|somebody@example/)
}, 120_000)
