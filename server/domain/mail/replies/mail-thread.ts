import type { Db } from '../../../database/client.ts'

/** The headers by which mail programs show a conversation as one. */
interface Thread {
  inReplyTo: string
  references: string[]
}

/** The id that all mails to a visitor refer to: all of their chats are one conversation. */
export function threadRoot(visitorId: string, domain: string): string {
  return `<conversation.${visitorId}@${domain}>`
}

/** A mail answers what the visitor last wrote by mail in this chat, or else continues the conversation. */
export async function findThread(
  db: Db,
  { chatId, root }: { chatId: string; root: string },
): Promise<Thread> {
  const last = await db.message.findFirst({
    where: { chatId, author: 'VISITOR', mailedAt: { not: null }, externalId: { startsWith: '<' } },
    orderBy: { seq: 'desc' },
    select: { externalId: true },
  })
  const answered = last?.externalId
  return answered
    ? { inReplyTo: answered, references: [root, answered] }
    : { inReplyTo: root, references: [root] }
}
