import { SYSTEM } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { archiveAgain } from '../archive/archive-again.ts'
import { endChats } from '../chats/end-chats.ts'
import { lockChatRow } from '../chats/lock-chat-row.ts'
import { findClosedHours } from '../hours/find-closed-hours.ts'
import { postMessage } from '../messages/append-message.ts'
import { messageRow } from '../messages/message-row.ts'
import { tryOn } from '../try-on.ts'
import { lockVisitorOfChat } from '../visitors/lock-visitor-of-chat.ts'
import { automaticKinds } from './automatic-kinds.ts'
import { readTexts } from './automatic-message-fields.ts'
import { type DueMessage, findDue } from './find-due.ts'
import { pickText } from './pick-text.ts'

/** Sends the automatic messages that are due, each once a chat, and closes the chats that close with one. */
export async function sendAutomaticMessages(services: Services): Promise<void> {
  const { db } = services
  const isUsed = await db.automaticMessage.findFirst({ where: { enabled: true }, select: { enabled: true } })
  if (!isUsed) return
  const closedHours = await findClosedHours(db)
  for (const chats of ['OPEN', 'CLOSED'] as const) {
    for (const due of await findDue(db, { chats, closedHours })) {
      const { accountId, chatId } = due
      await tryOn(services, { accountId, chatId }, () => sendMessage(services, due, closedHours))
    }
  }
}

/**
 * The claim and the message are one transaction: whenever a process dies, both are there or neither. The visitor is locked
 * for those after the end of a chat, which they are not to get in their next one.
 */
function sendMessage(
  services: Services,
  { chatId, kind }: DueMessage,
  closedHours: readonly string[],
): Promise<void> {
  return transact(services, async (work) => {
    const { tx } = work
    const { chats, closes, suffix } = automaticKinds[kind]
    if (chats === 'CLOSED') await lockVisitorOfChat(tx, chatId)
    const chat = await lockChatRow(tx, chatId)
    // An operator, the visitor or another process may have been faster.
    const [due] = await findDue(tx, { chats, closedHours, only: { chatId, kind } })
    if (!chat || !due) return
    await tx.sentAutomaticMessage.create({ data: { chatId, kind } })
    const text = due.isFresh ? pickText(readTexts(due.texts), [due.language, due.locale]) : null
    if (text) {
      await postMessage(work, chat, messageRow({ author: 'BOT', type: 'AUTOMATIC', text: text + suffix }))
      await archiveAgain(tx, chat)
    }
    if (closes) await endChats(work, [chat], SYSTEM)
  })
}
