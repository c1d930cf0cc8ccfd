import { type Chat, Prisma } from '../../../generated/prisma/client.ts'

/**
 * Whether the visitor's messages go to the bot: it holds the chat, or it goes on because nobody was online when it
 * invited an operator (open points B).
 */
export function botHears(chat: Pick<Chat, 'botId' | 'status'> & { agentUnavailableAt: unknown }): boolean {
  if (!chat.botId) return false
  return chat.status === 'BOT' || (chat.status === 'QUEUED' && chat.agentUnavailableAt !== null)
}

/** The same of a chat `c` in SQL. */
export const botHearsSql = Prisma.sql`(c."botId" IS NOT NULL AND (
  c.status = 'BOT' OR c.status = 'QUEUED' AND c."agentUnavailableAt" IS NOT NULL))`
