import type { Work } from '../../events/transact.ts'
import { laneOf } from '../../outbox/lane.ts'
import type { Services } from '../../services.ts'
import { uuidv7 } from '../../text/uuid.ts'
import { MAIL } from './mail.ts'
import { mailRow, type NewMail } from './new-mail.ts'

interface QueuedMail extends NewMail {
  /** The mail is deleted together with the chat. */
  chatId?: string
  /** The same for an offline message. */
  offlineMessageId?: string
}

/**
 * Stores a mail in the transaction of the change that it is about, and sends it after the commit. Each has its own
 * lane: nobody relies on the order of mails. Returns its id.
 */
export async function queueMail(
  services: Services,
  work: Work,
  { chatId, offlineMessageId, ...mail }: QueuedMail,
): Promise<string> {
  const id = uuidv7()
  const lane = laneOf(MAIL, id)
  await work.tx.outboxItem.create({
    data: {
      id,
      accountId: mail.accountId,
      kind: MAIL,
      lane,
      receiverId: mail.accountId,
      chatId: chatId ?? null,
      offlineMessageId: offlineMessageId ?? null,
      event: mail.kind,
    },
  })
  await work.tx.mail.create({ data: mailRow(services, id, mail) })
  work.wake(lane)
  return id
}
