import { type Chat, Prisma } from '../../../generated/prisma/client.ts'

/**
 * Whether the visitor's messages go to the bot: it has the chat, or it continues because nobody was online
 * when it invited an operator (open points B).
 */
export function botHears(chat: Pick<Chat, 'botId' | 'status'> & { agentUnavailableAt: unknown }): boolean {
  if (!chat.botId) return false
  return chat.status === 'BOT' || (chat.status === 'QUEUED' && chat.agentUnavailableAt !== null)
}

/** The same for a chat that has a bot, as a condition in SQL. */
export const hearingBot = Prisma.sql`(status = 'BOT' OR status = 'QUEUED' AND "agentUnavailableAt" IS NOT NULL)`
