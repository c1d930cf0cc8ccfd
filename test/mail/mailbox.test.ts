import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PutOffMails } from '../../server/domain/mail/receiving/put-off-mails.ts'
import { readMailbox } from '../../server/domain/mail/receiving/read-mailbox.ts'
import { replyAddress } from '../../server/domain/mail/replies/reply-address.ts'
import { DAY_MS } from '../../server/durations.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { findProgram, installPackage } from '../support/find-program.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
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

const read = (now = Date.now()) => readMailbox(app.services, new AbortController().signal, now)

/** Visitors of two websites, with the address that answers to them go to. */
async function conversations() {
  const { account, admin } = await openDesk(app)
  const open = async () => {
    const widget = await makeWidget(app.services, { accountId: account.id })
    const { chatId } = await write(await openBrowser(app.url, widget.publicId), 'Is it in stock?')
    const to = replyAddress(BASE, app.services.env, { chatId, writtenAt: new Date() })
    const texts = async () => {
      const where = { chatId, mailedAt: { not: null } }
      return (await app.services.db.message.findMany({ where })).map(({ text }) => text)
    }
    const change = (verb: 'pauseChannel' | 'resumeChannel') =>
      mutate(admin.execute, verb, { id: globalId('Channel', widget.id) })
    return { to, texts, change }
  }
  return [await open(), await open()] as const
}

test('answers are taken from a mailbox and marked as read; what is no answer is flagged', async () => {
  const [{ to, texts }] = await conversations()
  put(to, 'From the mailbox')
  put('support@example.com', 'Something else')
  // The server takes a moment to start.
  await expect.poll(async () => read().then(texts), { interval: 200 }).toEqual(['From the mailbox'])
  await expect.poll(flags).toEqual(['FS', 'S'])
  await read()
  expect(await texts()).toEqual(['From the mailbox'])
})

test('an answer that cannot be taken now keeps no others from it, and is taken later', async () => {
  const [closed, open] = await conversations()
  await closed.change('pauseChannel')
  put(closed.to, 'To a chat that is paused')
  await expect.poll(async () => read().then(flags), { interval: 200 }).toContain('')
  put(open.to, 'To another chat')
  await expect.poll(async () => read().then(open.texts), { interval: 200 }).toEqual(['To another chat'])
  expect(await closed.texts()).toEqual([])
  await closed.change('resumeChannel')
  await expect
    .poll(async () => read(Date.now() + DAY_MS).then(closed.texts), { interval: 200 })
    .toEqual(['To a chat that is paused'])
})

test('what was put off waits longer each time, behind what is new', () => {
  const mails = new PutOffMails()
  const minute = (count: number) => count * 60_000
  mails.putOff('old', 0)
  expect(mails.due(['old', 'new'], minute(0.9))).toEqual(['new'])
  expect(mails.due(['old', 'new'], minute(1))).toEqual(['new', 'old'])
  mails.putOff('old', minute(1))
  expect(mails.due(['old'], minute(2.9))).toEqual([])
  expect(mails.due(['old'], minute(3))).toEqual(['old'])
  mails.forget('old')
  expect(mails.due(['old'], 0)).toEqual(['old'])
})
