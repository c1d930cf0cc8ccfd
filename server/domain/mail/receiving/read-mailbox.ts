import type { ImapFlow } from 'imapflow'
import { AppError } from '../../../errors.ts'
import { describeError } from '../../../process/describe-error.ts'
import type { Env } from '../../../process/env.ts'
import type { Services } from '../../../services.ts'
import { PutOffMails } from './put-off-mails.ts'
import { receiveMail } from './receive-mail.ts'

/** A run ends before the next one begins, so that one process reads the mailbox at a time. */
const LIMIT_MS = 25_000
const CONNECT_LIMIT_MS = 10_000
/** The next run reads the rest. */
const BATCH = 50
/** What a mail has besides one file of the largest size, which base 64 makes a third longer. */
const ENVELOPE_BYTES = 1024 * 1024
const READ = '\\Seen'
/** By it, people find the mails that could not be taken. */
const REFUSED = '\\Flagged'
const putOff = new PutOffMails()

/**
 * Takes the unread mails of the mailbox IMAP_URL and marks them as read; one that cannot be taken is flagged, too. What
 * could be taken later stays unread, is tried again after a while, and keeps no others from their turn. Does nothing when
 * no mailbox is configured; the next run connects again after errors.
 */
export async function readMailbox(
  services: Services,
  stopping: AbortSignal,
  now = Date.now(),
): Promise<void> {
  const { env, log } = services
  if (!env.replies?.imapUrl) return
  const client = await createClient(env.replies.imapUrl)
  const ends = AbortSignal.any([stopping, AbortSignal.timeout(LIMIT_MS)])
  ends.addEventListener('abort', () => client.close())
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(folderOf(env.replies.imapUrl))
    const unread = (await client.search({ seen: false, deleted: false }, { uid: true })) || []
    const uids = new Map(unread.map((uid) => [`${env.replies?.imapUrl} ${uidValidity} ${uid}`, uid]))
    for (const key of putOff.due([...uids.keys()], now).slice(0, BATCH)) {
      if (ends.aborted) return
      putOff.putOff(key, now)
      if (await takeMail(services, client, uids.get(key) as number)) putOff.forget(key)
    }
    await client.logout()
  } catch (error) {
    if (!ends.aborted)
      log.warn({ reason: describeError(error).reason }, 'the mailbox for answers cannot be read')
  } finally {
    client.close()
  }
}

/** The package is loaded only where there is a mailbox. */
async function createClient(imapUrl: string): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const { protocol, hostname, port, username, password } = new URL(imapUrl)
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: LIMIT_MS,
  })
  // What fails rejects the command that waits for it.
  client.on('error', () => {})
  return client
}

function folderOf(imapUrl: string): string {
  return decodeURIComponent(new URL(imapUrl).pathname.slice(1)) || 'INBOX'
}

/** Takes a mail. Returns false for one that is to be tried again. */
async function takeMail(services: Services, client: ImapFlow, uid: number): Promise<boolean> {
  const flags = await flagsFor(services, client, uid)
  if (flags.length > 0) await client.messageFlagsAdd(String(uid), flags, { uid: true })
  return flags.length > 0
}

/** The flags that the mail gets; none when it is to be tried again. */
async function flagsFor(services: Services, client: ImapFlow, uid: number): Promise<string[]> {
  const { env, log } = services
  const byUid = { uid: true }
  const about = await client.fetchOne(String(uid), { size: true }, byUid)
  if (!about) return []
  if ((about.size ?? 0) > mostBytes(env)) {
    log.warn({ uid, size: about.size }, 'an answer in the mailbox is too large')
    return [READ, REFUSED]
  }
  const mail = await client.fetchOne(String(uid), { source: true }, byUid)
  const raw = mail ? mail.source : undefined
  if (!raw) return []
  try {
    await receiveMail(services, { raw })
    return [READ]
  } catch (error) {
    if (!(error instanceof AppError) || isTemporary(error)) {
      log.warn({ uid, ...describeError(error) }, 'an answer in the mailbox cannot be taken now; trying again')
      return []
    }
    log.warn({ uid, code: error.code }, 'an answer in the mailbox was refused')
    return [READ, REFUSED]
  }
}

function mostBytes({ files }: Env): number {
  return Math.ceil((files.maxBytes * 4) / 3) + ENVELOPE_BYTES
}

function isTemporary({ status, code }: AppError): boolean {
  return status >= 500 || code === 'too_many_requests' || code === 'channel_paused'
}
