import type { Tx } from '../../../database/client.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import { lockVisitorOfChat } from '../../visitors/lock-visitor-of-chat.ts'
import { lockBotChat } from '../handover/lock-bot-chat.ts'
import type { BotInbound } from './read-bot-event.ts'

/** Locks what a bot's event changes: the chat, and before it the visitor, in the order in which everyone locks them. */
export async function lockForEvent(tx: Tx, chatId: string, { kind }: BotInbound): Promise<Chat> {
  if (kind === 'CLIENT_INFO') await lockVisitorOfChat(tx, chatId)
  return lockBotChat(tx, chatId)
}
