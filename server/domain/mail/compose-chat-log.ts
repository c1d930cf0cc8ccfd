import { isTaken } from '../../database/errors.ts'
import type { OutboxItem } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { findChatLog } from './find-chat-log.ts'
import { mailRow } from './new-mail.ts'

/** Writes the log of the item's chat into the mail that it is to be. Returns false when the chat is gone. */
export async function composeChatLog(
  services: Services,
  { id, accountId, chatId }: OutboxItem,
  to: string,
): Promise<boolean> {
  const log = chatId && (await findChatLog(services, { chatId, reader: 'company' }))
  if (!log) return false
  const mail = mailRow(services, id, { accountId, kind: 'CHAT_LOG', to, ...log })
  await services.db.mail.create({ data: mail }).catch((error) => {
    // A worker whose claim ran out was faster after all.
    if (!isTaken(error)) throw error
  })
  return true
}
