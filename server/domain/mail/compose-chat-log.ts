import { isTaken } from '../../database/errors.ts'
import type { OutboxItem } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { findChatLog } from './find-chat-log.ts'
import { mailRow } from './new-mail.ts'

/** Composes the mail with the log of the item's chat. Returns false when the chat no longer exists. */
export async function composeChatLog(
  services: Services,
  { id, accountId, chatId }: OutboxItem,
  to: string,
): Promise<boolean> {
  const log = chatId && (await findChatLog(services, { chatId, reader: 'company' }))
  if (!log) return false
  const mail = mailRow(services, id, { accountId, kind: 'CHAT_LOG', to, ...log })
  await services.db.mail.create({ data: mail }).catch((error) => {
    // A worker whose claim expired was faster after all.
    if (!isTaken(error)) throw error
  })
  return true
}
