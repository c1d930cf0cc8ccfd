import type { Work } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import { uuidv7 } from '../../../uuid.ts'
import { BOT_EVENT, botLane } from './bot-event.ts'

/** What goes to a bot (contract, part 6.2). The last two only to providers with the profile `current`. */
export type OutgoingKind =
  | 'CLIENT_MESSAGE'
  | 'AGENT_JOINED'
  | 'AGENT_UNAVAILABLE'
  | 'CHAT_CLOSED'
  | 'AGENT_MESSAGE'

/** Queues an event for the chat's bot, in the chat's lane. Without a bot that wants it, nothing happens. */
export async function queueBotEvent(
  work: Work,
  chat: Pick<Chat, 'id' | 'accountId' | 'botId'>,
  { kind, messageId = null }: { kind: OutgoingKind; messageId?: string | null },
): Promise<void> {
  if (!chat.botId) return
  const forCurrentOnly = kind === 'CHAT_CLOSED' || kind === 'AGENT_MESSAGE'
  const queued = await work.tx.$executeRaw`
    INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "chatId", "messageId", event)
    SELECT ${uuidv7()}::uuid, b."accountId", ${BOT_EVENT}, ${botLane(chat.id)}, b.id, ${chat.id}::uuid,
           ${messageId}::uuid, ${kind}
    FROM "Bot" b JOIN "BotProvider" p ON p.id = b."providerId"
    WHERE b.id = ${chat.botId}::uuid AND b."accountId" = ${chat.accountId}::uuid
      AND (${kind} = 'CLIENT_MESSAGE' OR b.enabled AND b."deletedAt" IS NULL)
      AND (NOT ${forCurrentOnly} OR p.profile = 'CURRENT')`
  if (queued > 0) work.wake(botLane(chat.id))
}
