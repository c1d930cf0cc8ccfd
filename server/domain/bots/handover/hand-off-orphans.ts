import { transact } from '../../../events/transact.ts'
import type { Services } from '../../../services.ts'
import { handOff } from './hand-off.ts'

const BATCH = 500
const AT_ONCE = 10

/**
 * Gives chats of bots that were disconnected or switched off to the operators; of one bot, or of all. The sweep comes
 * back for what is more than a batch, so that nobody waits for thousands.
 */
export async function handOffOrphans(services: Services, botId?: string): Promise<void> {
  const orphans = await services.db.chat.findMany({
    where: {
      status: 'BOT',
      botId: botId ?? { not: null },
      bot: { OR: [{ enabled: false }, { deletedAt: { not: null } }] },
    },
    select: { id: true, accountId: true, channelId: true },
    take: BATCH,
  })
  const text = 'The bot is no longer connected.'
  for (let start = 0; start < orphans.length; start += AT_ONCE) {
    await Promise.all(
      orphans
        .slice(start, start + AT_ONCE)
        .map((chat) =>
          transact(services, (work) => handOff(work, chat, { reason: 'BOT_DISCONNECTED', text })),
        ),
    )
  }
}
