import type { Tx } from '../../../database/client.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import { lockBotChat } from '../handover/lock-bot-chat.ts'
import type { BotInbound } from './read-bot-event.ts'

/** Locks what a bot's event changes: the chat, and before it the visitor, in the order in which everyone locks them. */
export async function lockForEvent(tx: Tx, chatId: string, { kind }: BotInbound): Promise<Chat> {
  if (kind === 'CLIENT_INFO') {
    await tx.$queryRaw`
      SELECT 1 FROM "Visitor" WHERE id = (SELECT "visitorId" FROM "Chat" WHERE id = ${chatId}::uuid) FOR NO KEY UPDATE`
  }
  return lockBotChat(tx, chatId)
}
