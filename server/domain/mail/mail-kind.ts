import { z } from 'zod'
import { MINUTE_MS } from '../../durations.ts'
import { type Mail, Prisma } from '../../generated/prisma/client.ts'
import { MAIL_CONNECTIONS, MAIL_LIMIT_MS, type MailMessage } from '../../outbound/create-mailer.ts'
import { type Outcome, unreadableSecret } from '../../outbound/outcome.ts'
import type { AttemptResult, ClaimedItem, OutboxKind, Verdict } from '../../outbox/outbox-kind.ts'
import { decryptSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { answerUpdated } from '../offline-messages/answer-updated.ts'
import { composeChatLog } from './compose-chat-log.ts'
import { keepMail } from './keep-mail.ts'
import { LINK_PLACE, MAIL } from './mail.ts'

/** The pauses between attempts; a mail server that is down for a day loses nothing. */
const PAUSES_MINUTES = [1, 5, 15, 60, 180, 480, 720]
/** "Bad sequence of commands" is about the connection, not about the mail. */
const BAD_SEQUENCE = 503

interface Target {
  /** The setting that causes the log of a chat to be sent; null for mails that were composed on request. */
  logTo: string | null
}

/** What all attempts have in common besides the stored bodies, even when MAIL_FROM is changed between them. */
const envelope = z.object({
  from: z.object({ name: z.string(), address: z.string() }),
  messageId: z.string(),
  /** Of a mail that its recipient can end. */
  unsubscribeUrl: z.string().optional(),
})

/**
 * A mail, handed to the SMTP server. A 5xx is a permanent failure, and so is a link that cannot be read; everything
 * else is retried.
 */
export const mailKind: OutboxKind<Target> = {
  name: MAIL,
  concurrency: MAIL_CONNECTIONS,
  // An account's mails of all kinds together must not keep the others' waiting.
  perReceiver: MAIL_CONNECTIONS - 3,
  claimMs: MAIL_LIMIT_MS + 10_000,
  schedule: {
    attempts: PAUSES_MINUTES.length + 1,
    next: ({ attempts, endedAt }) =>
      new Date(endedAt.getTime() + (PAUSES_MINUTES[attempts - 1] ?? 0) * MINUTE_MS),
    failsLate: false,
    yieldsAfter: null,
  },
  keepDays: 30,
  // An address that was removed from the settings gets no more logs.
  target: Prisma.sql`
    SELECT address.email AS "logTo"
    FROM (VALUES (1)) AS one
    LEFT JOIN "Mail" mail ON mail.id = item.id
    LEFT JOIN "ChatLogAddress" address ON address.id = item."receiverId"
    WHERE address.id IS NOT NULL OR mail.id IS NOT NULL AND item."receiverId" = item."accountId"`,
  isWanted,
  async payload({ env }, { item }) {
    const from = env.mail?.from ?? { name: '', address: '' }
    return JSON.stringify({ from, messageId: `<${item.id}@${from.address.split('@').at(-1)}>` })
  },
  async send({ db, env, mailer }, { item, payload }) {
    // During an upgrade, it may be of a kind that only a later version knows, which Prisma could not read.
    const mail = await db.mail.findUniqueOrThrow({ where: { id: item.id }, omit: { kind: true } })
    if (!mailer) throw new Error('the mailer is gone')
    const link = mail.linkEncrypted ? decryptSecret(mail.linkEncrypted, env.secretKey) : LINK_PLACE
    if (link === null) return unreadableSecret('The link in the e-mail', 'Ask for another one.')
    return mailer.send({ ...mailMessage(mail, link), ...envelope.parse(JSON.parse(payload)) })
  },
  read,
  follow: async ({ db }, ended) => ({
    ...forgetLink(ended),
    events: await answerUpdated(db, ended.item),
  }),
}

/** Also composes a mail that is not composed yet, and keeps it when no SMTP server is configured. */
async function isWanted(services: Services, { item, target }: ClaimedItem<Target>): Promise<boolean> {
  const { db, mailer } = services
  const { id } = item
  const stored = await db.mail.findUnique({ where: { id }, select: { expiresAt: true } })
  if (!stored && !(target.logTo && (await composeChatLog(services, item, target.logTo)))) return false
  if (stored?.expiresAt && stored.expiresAt <= new Date()) return false
  if (mailer) return true
  await keepMail(services, item)
  return false
}

function mailMessage(mail: Omit<Mail, 'kind'>, link: string): Omit<MailMessage, 'from' | 'messageId'> {
  const { id, recipient, replyTo, subject, text, html, createdAt } = mail
  return {
    to: recipient,
    replyTo,
    subject,
    text: text.replaceAll(LINK_PLACE, () => link),
    html: html.replaceAll(LINK_PLACE, () => link),
    date: createdAt,
    boundary: id,
  }
}

function read(answer: Outcome): Verdict {
  if (answer.kind === 'failed') {
    const { reason, message } = answer
    return { result: reason === 'unreadable_secret' ? 'refused' : 'retry', code: reason, message }
  }
  const { status, body } = answer
  if (status < 300) return { result: 'sent' }
  const isForGood = status >= 500 && status !== BAD_SEQUENCE
  return { result: isForGood ? 'refused' : 'retry', code: `smtp_${status}`, message: body }
}

function forgetLink({ item: { id }, state }: AttemptResult<Target>) {
  if (state !== 'SENT') return {}
  return {
    async run({ tx }: { tx: Prisma.TransactionClient }) {
      await tx.mail.updateMany({ where: { id, linkEncrypted: { not: null } }, data: { linkEncrypted: null } })
    },
  }
}
