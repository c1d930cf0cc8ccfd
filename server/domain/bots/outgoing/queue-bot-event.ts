import type { Work } from '../../../events/transact.ts'
import { type Chat, Prisma } from '../../../generated/prisma/client.ts'
import { uuidv7 } from '../../../uuid.ts'
import { botLane } from './bot-lane.ts'

/** What goes to a bot (contract, part 6.2). The last two only to providers with the profile `current`. */
export type OutgoingKind =
  | 'CLIENT_MESSAGE'
  | 'AGENT_JOINED'
  | 'AGENT_UNAVAILABLE'
  | 'CHAT_CLOSED'
  | 'AGENT_MESSAGE'

interface Told {
  kind: OutgoingKind
  messageId?: string | null
}

/** Queues an event for the chat's bot, in the chat's lane. Without a bot that wants it, nothing happens. */
export async function queueBotEvent(work: Work, chat: Pick<Chat, 'id' | 'botId'>, told: Told): Promise<void> {
  if (!chat.botId) return
  const queued = await work.tx.$executeRaw(Prisma.sql`
    WITH chat AS (SELECT * FROM "Chat" WHERE id = ${chat.id}::uuid)
    ${insertBotEvent(told)}`)
  if (queued > 0) work.wake(botLane(chat.id))
}

/** The same as a part of a statement that has the chat as `chat`. */
export function insertBotEvent({ kind, messageId = null }: Told): Prisma.Sql {
  const forCurrentOnly = kind === 'CHAT_CLOSED' || kind === 'AGENT_MESSAGE'
  return Prisma.sql`
    INSERT INTO "BotEvent" (id, "accountId", "botId", "chatId", "messageId", direction, kind, state)
    SELECT ${uuidv7()}::uuid, chat."accountId", b.id, chat.id, ${messageId}::uuid, 'OUT', ${kind}, 'PENDING'
    FROM chat
    JOIN "Bot" b ON b.id = chat."botId" AND b."accountId" = chat."accountId"
    JOIN "BotProvider" p ON p.id = b."providerId"
    WHERE (${kind} = 'CLIENT_MESSAGE' OR b.enabled AND b."deletedAt" IS NULL)
      AND (NOT ${forCurrentOnly} OR p.profile = 'CURRENT')`
}
