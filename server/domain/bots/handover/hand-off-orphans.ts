import type { Db, Tx } from '../../../database/client.ts'
import { transact } from '../../../events/transact.ts'
import { type Chat, Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { tryOn } from '../../try-on.ts'
import { handOff } from './hand-off.ts'

const BATCH = 500
const AT_ONCE = 10

/**
 * Hands chats of bots that were disconnected or switched off over to the operators; of one bot, or of all.
 * The sweep does what exceeds a batch, so that nobody waits for thousands.
 */
export async function handOffOrphans(services: Services, botId?: string): Promise<void> {
  const orphans = await findOrphans(services.db, botId)
  const text = 'The bot is no longer connected.'
  for (let start = 0; start < orphans.length; start += AT_ONCE) {
    await Promise.all(
      orphans
        .slice(start, start + AT_ONCE)
        .map((chat) =>
          tryOn(services, { accountId: chat.accountId, chatId: chat.id }, () =>
            transact(services, (work) => handOff(work, chat, { reason: 'BOT_DISCONNECTED', text })),
          ),
        ),
    )
  }
}

/**
 * The latest of each account are first: however many cannot be handed over, those after them have their turn, and those of
 * one account keep no other's waiting.
 */
export function findOrphans(
  db: Db | Tx,
  botId?: string,
): Promise<Pick<Chat, 'id' | 'accountId' | 'channelId'>[]> {
  const ofBot = botId ? Prisma.sql`AND b.id = ${botId}::uuid` : Prisma.empty
  // Not through Prisma, which casts the status so that no partial index is used: this would read all chats.
  return db.$queryRaw`
    SELECT c.id, c."accountId", c."channelId"
    FROM "Bot" b JOIN "Chat" c ON c."accountId" = b."accountId" AND c."botId" = b.id AND c.status = 'BOT'
    WHERE (NOT b.enabled OR b."deletedAt" IS NOT NULL) ${ofBot}
    ORDER BY row_number() OVER (PARTITION BY c."accountId" ORDER BY c."lastActivityAt" DESC), c."lastActivityAt" DESC
    LIMIT ${BATCH}`
}
