import { setTimeout as wait } from 'node:timers/promises'
import { transact } from '../../../events/transact.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { laneOf } from '../../../outbox/lane.ts'
import type { Services } from '../../../services.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { lockChatRow } from '../../chats/lock-chat-row.ts'
import { tryOn } from '../../try-on.ts'
import { mailedAddress } from '../../visitors/contact-fields.ts'
import { lockSurvivor } from '../../visitors/lock-survivor.ts'
import { mailRow } from '../new-mail.ts'
import { composeReplies } from './compose-replies.ts'
import { findUnseen, type UnseenChat } from './find-unseen.ts'
import { REPLY_MAIL } from './reply-mail.ts'
import { isUnsubscribed } from './unsubscribed-address.ts'

/** Between two pages of a website a visitor is nowhere for a moment. */
const BETWEEN_PAGES_MS = 4_000
/** The next run mails the rest. */
const BATCH = 200

interface MailUnseenReplies {
  betweenPagesMs?: number
  now?: Date
}

/**
 * Puts the replies that visitors of websites have left without seeing into one mail for each chat. A reply is in one mail
 * at most: the mail is stored in the transaction that marks it.
 */
export async function mailUnseenReplies(
  services: Services,
  { betweenPagesMs = BETWEEN_PAGES_MS, now = new Date() }: MailUnseenReplies = {},
): Promise<void> {
  if (!services.mailer) return
  const gone = await withoutPresent(services, await findUnseen(services.db, now))
  if (gone.length === 0) return
  await wait(betweenPagesMs)
  const left = await withoutPresent(services, gone)
  for (const chat of left.slice(0, BATCH)) {
    const { accountId, id: chatId } = chat
    await tryOn(services, { accountId, chatId }, () => mailChat(services, chat))
  }
}

async function withoutPresent(
  { visitorPresence }: Services,
  chats: readonly UnseenChat[],
): Promise<UnseenChat[]> {
  const there = await visitorPresence.areThere(chats)
  return chats.filter(({ visitorId }) => !there.has(visitorId))
}

function mailChat(services: Services, { id: chatId, accountId, visitorId }: UnseenChat): Promise<void> {
  return transact(services, async (work) => {
    const { tx } = work
    const visitor = await lockSurvivor(tx, { accountId, id: visitorId })
    const chat = await lockChatRow(tx, chatId)
    // They were merged, erased or blacklisted meanwhile.
    if (!visitor || visitor.blacklistedAt || chat?.visitorId !== visitor.id) return
    const { data: to } = mailedAddress.safeParse(visitor.email)
    if (!to || (await isUnsubscribed(tx, accountId, to))) return
    const range = { after: chat.mailedSeq, until: chat.lastSeq }
    const composed = await composeReplies(services, tx, { chatId, ...range })
    // They have seen everything meanwhile.
    if (!composed) return
    const id = uuidv7()
    const lane = laneOf(REPLY_MAIL, chatId)
    const data = { ...range, seqs: composed.seqs } satisfies Prisma.InputJsonObject
    await tx.outboxItem.create({
      data: { id, accountId, kind: REPLY_MAIL, lane, receiverId: accountId, chatId, data },
    })
    await tx.mail.create({
      data: mailRow(services, id, { accountId, kind: 'CHAT_REPLIES', to, ...composed.mail }),
    })
    await tx.chat.update({ where: { id: chatId }, data: { mailedSeq: chat.lastSeq } })
    work.wake(lane)
  })
}
