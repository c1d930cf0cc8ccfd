import type { Work } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import { uuidv7 } from '../../../uuid.ts'
import { botLane } from './bot-lane.ts'

/** What goes to a bot (contract, part 6.2). The last two only to providers with the profile `current`. */
export type OutgoingKind =
  | 'CLIENT_MESSAGE'
  | 'AGENT_JOINED'
  | 'AGENT_UNAVAILABLE'
  | 'CHAT_CLOSED'
  | 'AGENT_MESSAGE'

/** Queues an event for the chat's bot, in the chat's lane. Without a bot that wants it, nothing happens. */
export function queueBotEvent(
  work: Work,
  chat: Pick<Chat, 'id' | 'accountId' | 'botId'>,
  event: { kind: OutgoingKind; messageId?: string | null },
): Promise<void> {
  return queueBotEvents(work, [chat], event)
}

/** The same for the bots of many chats. */
export async function queueBotEvents(
  work: Work,
  chats: Pick<Chat, 'id' | 'accountId' | 'botId'>[],
  { kind, messageId = null }: { kind: OutgoingKind; messageId?: string | null },
): Promise<void> {
  const held = chats.filter(({ botId }) => botId !== null)
  if (held.length === 0) return
  const forCurrentOnly = kind === 'CHAT_CLOSED' || kind === 'AGENT_MESSAGE'
  const queued = await work.tx.$queryRaw<{ chatId: string }[]>`
    INSERT INTO "BotEvent" (id, "accountId", "botId", "chatId", "messageId", direction, kind, state)
    SELECT chat."eventId", b."accountId", b.id, chat.id, ${messageId}::uuid, 'OUT', ${kind}, 'PENDING'
    FROM unnest(${held.map(() => uuidv7())}::uuid[], ${held.map(({ id }) => id)}::uuid[],
                ${held.map(({ accountId }) => accountId)}::uuid[], ${held.map(({ botId }) => botId)}::uuid[])
      AS chat("eventId", id, "accountId", "botId")
    JOIN "Bot" b ON b.id = chat."botId" AND b."accountId" = chat."accountId"
    JOIN "BotProvider" p ON p.id = b."providerId"
    WHERE (${kind} = 'CLIENT_MESSAGE' OR b.enabled AND b."deletedAt" IS NULL)
      AND (NOT ${forCurrentOnly} OR p.profile = 'CURRENT')
    RETURNING "chatId"`
  for (const { chatId } of queued) work.wake(botLane(chatId))
}
