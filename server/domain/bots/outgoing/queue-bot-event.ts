import type { Work } from '../../../events/transact.ts'
import { type Chat, Prisma } from '../../../generated/prisma/client.ts'
import { botLane } from './bot-event.ts'
import { insertBotEvent, type Told } from './insert-bot-event.ts'

/** Queues an event for the chat's bot, in the chat's lane. Without a bot that wants it, nothing happens. */
export async function queueBotEvent(work: Work, chat: Pick<Chat, 'id' | 'botId'>, told: Told): Promise<void> {
  if (!chat.botId) return
  const queued = await work.tx.$executeRaw(Prisma.sql`
    WITH chat AS (SELECT * FROM "Chat" WHERE id = ${chat.id}::uuid)
    ${insertBotEvent(told)}`)
  if (queued > 0) work.wake(botLane(chat.id))
}
