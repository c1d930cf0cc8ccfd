import { z } from 'zod'
import { SYSTEM } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import { type OutboxItem, Prisma } from '../../../generated/prisma/client.ts'
import { MAIL_CONNECTIONS } from '../../../outbound/create-mailer.ts'
import type { AttemptResult, ClaimedItem, OutboxKind } from '../../../outbox/outbox-kind.ts'
import type { Env } from '../../../process/env.ts'
import type { Services } from '../../../services.ts'
import { keepMail } from '../keep-mail.ts'
import { mailKind } from '../mail-kind.ts'
import { mailRow } from '../new-mail.ts'
import { composeReplies } from './compose-replies.ts'
import { findThread, threadRoot } from './mail-thread.ts'
import { markMailed } from './mark-mailed.ts'
import { replyAddress } from './reply-address.ts'
import { REPLY_MAIL, replyMailData } from './reply-mail.ts'
import { unsubscribeUrl } from './unsubscribe-token.ts'
import { isUnsubscribed } from './unsubscribed-address.ts'

interface Target {
  visitorId: string
  accountName: string
  senderName: string | null
}

/** What all attempts have in common besides the stored bodies. */
const envelope = z.object({
  from: z.object({ name: z.string(), address: z.string() }),
  messageId: z.string(),
  inReplyTo: z.string(),
  references: z.array(z.string()),
})

/**
 * A mail with replies that a visitor has not seen. It is sent as other mails are, but what the visitor sees between two
 * attempts is left out.
 */
export const replyMailKind: OutboxKind<Target> = {
  ...(mailKind as unknown as OutboxKind<Target>),
  name: REPLY_MAIL,
  concurrency: MAIL_CONNECTIONS - 2,
  perReceiver: 1,
  skippedNote: () => 'The visitor has since seen the replies, or gets no more e-mails.',
  target: Prisma.sql`
    SELECT chat."visitorId", account.name AS "accountName", widget."mailSenderName" AS "senderName"
    FROM "Chat" chat
    JOIN "Account" account ON account.id = chat."accountId"
    JOIN "WidgetSettings" widget ON widget."channelId" = chat."channelId"
    WHERE chat.id = item."chatId"`,
  isWanted,
  async payload({ db, env }, { item, target }) {
    const address = env.mail?.from.address ?? ''
    const domain = address.split('@').at(-1) ?? ''
    const from = { name: target.senderName ?? target.accountName, address }
    const root = threadRoot(target.visitorId, domain)
    const thread = await findThread(db, { chatId: item.chatId ?? '', root })
    return JSON.stringify({ from, messageId: `<${item.id}@${domain}>`, ...thread })
  },
  async send({ db, env, mailer }, { item, payload }) {
    if (!mailer) throw new Error('the mailer is gone')
    const mail = await db.mail.findUniqueOrThrow({ where: { id: item.id } })
    return mailer.send({
      ...envelope.parse(JSON.parse(payload)),
      to: mail.recipient,
      replyTo: replyToOf(env, item),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.createdAt,
      boundary: mail.id,
      unsubscribeUrl: unsubscribeUrl(env, { accountId: item.accountId, email: mail.recipient }),
    })
  },
  follow: async (_services, ended) => tellOperators(ended),
}

/** Where the answer goes, if this installation receives any. */
function replyToOf(env: Env, { chatId, createdAt: writtenAt }: OutboxItem): string | null {
  return env.replies && chatId ? replyAddress(env.replies.address, env, { chatId, writtenAt }) : null
}

/** Leaves out what the visitor has seen since it was last composed, and says what has been edited as it is now. */
async function isWanted(services: Services, { item }: ClaimedItem<Target>): Promise<boolean> {
  const { db } = services
  const { id, accountId, chatId } = item
  const mail = await db.mail.findUnique({ where: { id } })
  if (!chatId || !mail || (await isUnsubscribed(db, accountId, mail.recipient))) return false
  const { seqs: _, ...range } = replyMailData.parse(item.data)
  const composed = await composeReplies(services, db, { chatId, ...range })
  if (!composed) return false
  const { kind, recipient: to } = mail
  const { subject, text, html } = mailRow(services, id, { accountId, kind, to, ...composed.mail })
  if (text !== mail.text || html !== mail.html) {
    await db.$transaction([
      db.mail.update({ where: { id }, data: { subject, text, html } }),
      db.outboxItem.update({ where: { id }, data: { data: { ...range, seqs: composed.seqs } } }),
    ])
  }
  if (services.mailer) return true
  await keepMail(services, item)
  return false
}

/** The thread shows that these replies went by mail. */
function tellOperators({ item: { id, chatId }, state }: AttemptResult<Target>) {
  if (state !== 'SENT' || !chatId) return {}
  return {
    async run(work: Work) {
      const item = await work.tx.outboxItem.findUniqueOrThrow({ where: { id }, select: { data: true } })
      const { seqs } = replyMailData.parse(item.data)
      await markMailed(work, { chatId, seqs, actor: SYSTEM })
    },
  }
}
