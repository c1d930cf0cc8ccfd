import type { Db } from '../../../database/client.ts'
import { AppError } from '../../../errors.ts'
import type { Chat, Prisma } from '../../../generated/prisma/client.ts'
import { CURRENT_FIRST } from '../../chats/current-first.ts'
import { readNumber } from '../../read-number.ts'
import type { BotEntry } from '../settings/bot-directory.ts'
import type { BotTarget } from './read-bot-event.ts'

/** Whom the bot knows by this number may have been merged into somebody else since. */
function visitorNumbered(number: number): Prisma.VisitorWhereInput {
  return { OR: [{ number }, { merged: { some: { number } } }] }
}

/**
 * The bot's conversation that an event names by `chat_id`, else by `client_id` (their open one, or else the last). Throws
 * `chat_not_found` for an unknown one and for those of other bots.
 */
export async function findBotChat(
  db: Db,
  bot: BotEntry,
  { chatId, clientId }: BotTarget,
): Promise<Pick<Chat, 'id' | 'accountId' | 'channelId' | 'departmentId'>> {
  const number = readNumber(chatId ?? clientId ?? '')
  const chat =
    number === null
      ? null
      : await db.chat.findFirst({
          where: {
            accountId: bot.accountId,
            botId: bot.id,
            ...(chatId ? { number } : { visitor: visitorNumbered(number) }),
          },
          orderBy: CURRENT_FIRST,
          select: { id: true, accountId: true, channelId: true, departmentId: true },
        })
  if (chat) return chat
  throw new AppError('chat_not_found', 'This bot has no such conversation.', {
    field: chatId ? 'chat_id' : 'client_id',
  })
}
