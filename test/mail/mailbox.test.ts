import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMailbox } from '../../server/domain/mail/receiving/read-mailbox.ts'
import { replyAddress } from '../../server/domain/mail/replies/reply-address.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { findProgram, installPackage } from '../support/find-program.ts'
import { makeWidget, openBrowser, write } from '../support/widget.ts'

const BASE = 'reply@example.com'
const PASSWORD = 'p@ss/word'
/** Nobody: the server opens no mailbox as root. */
const NOBODY = 65_534
const owner = process.getuid?.() === 0 ? NOBODY : (process.getuid?.() ?? NOBODY)

let folder: string
let dovecot: ChildProcess
let app: TestApp
beforeAll(async () => {
  if (!findProgram('dovecot')) installPackage('dovecot-imapd', 'A mailbox is read from a real IMAP server.')
  folder = mkdtempSync(join(tmpdir(), 'switchboard-mailbox-'))
  for (const part of ['new', 'cur', 'tmp']) mkdirSync(join(folder, 'mail', part), { recursive: true })
  for (const path of [folder, ...['', 'new', 'cur', 'tmp'].map((part) => join(folder, 'mail', part))])
    chownSync(path, owner, owner)
  const port = await findFreePort()
  dovecot = startDovecot(port)
  const url = `imap://reader:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`
  app = await startTestApp({ variables: { REPLY_ADDRESS: BASE, IMAP_URL: url } })
})
afterAll(async () => {
  await app.close()
  dovecot.kill()
  rmSync(folder, { recursive: true, force: true })
})

function startDovecot(port: number): ChildProcess {
  const settings = [
    `base_dir = ${folder}/run`,
    `log_path = ${folder}/log`,
    'protocols = imap',
    'listen = 127.0.0.1',
    'ssl = no',
    'disable_plaintext_auth = no',
    `mail_location = maildir:${folder}/mail`,
    'first_valid_uid = 0',
    'first_valid_gid = 0',
    `service imap-login {\n  chroot =\n  inet_listener imap {\n    port = ${port}\n  }\n  inet_listener imaps {\n    port = 0\n  }\n}`,
    `passdb {\n  driver = static\n  args = password=${PASSWORD}\n}`,
    `userdb {\n  driver = static\n  args = uid=${owner} gid=${owner} home=${folder}\n}`,
  ]
  const file = join(folder, 'dovecot.conf')
  writeFileSync(file, `${settings.join('\n')}\n`)
  return spawn(findProgram('dovecot') ?? 'dovecot', ['-F', '-c', file], { stdio: 'ignore' })
}

function put(to: string, text: string): void {
  const file = join(folder, 'mail', 'new', `${Date.now()}.${randomUUID()}.test`)
  writeFileSync(
    file,
    `From: Ann <ann@example.org>\nTo: ${to}\nMessage-ID: <${randomUUID()}@example.org>\nContent-Type: text/plain\n\n${text}\n`,
  )
  chownSync(file, owner, owner)
}

/** The flags of the mails that were read; S is seen, F flagged. */
const flags = () =>
  readdirSync(join(folder, 'mail', 'cur'))
    .map((name) => name.split(':2,')[1] ?? '')
    .toSorted()

test('answers are taken from a mailbox and marked as read; what is no answer is flagged', async () => {
  const desk = await openDesk(app)
  const widget = await makeWidget(app.services, { accountId: desk.account.id })
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Is it in stock?')
  const to = replyAddress(BASE, app.services.env, { chatId, writtenAt: new Date() })
  put(to, 'From the mailbox')
  put('support@example.com', 'Something else')
  const texts = async () => {
    const messages = await app.services.db.message.findMany({ where: { chatId, mailedAt: { not: null } } })
    return messages.map(({ text }) => text)
  }
  // The server takes a moment to start.
  await expect
    .poll(
      async () => {
        await readMailbox(app.services, new AbortController().signal)
        return texts()
      },
      { interval: 200 },
    )
    .toEqual(['From the mailbox'])
  await expect.poll(flags).toEqual(['FS', 'S'])
  await readMailbox(app.services, new AbortController().signal)
  expect(await texts()).toEqual(['From the mailbox'])
})
