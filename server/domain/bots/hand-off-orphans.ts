import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { handOff } from './hand-off.ts'

const BATCH = 200

/** Gives the chats of bots that were disconnected or switched off to the operators; of one bot, or of all. */
export async function handOffOrphans(services: Services, botId?: string): Promise<void> {
  for (;;) {
    const orphans = await services.db.chat.findMany({
      where: {
        status: 'BOT',
        botId: botId ?? { not: null },
        bot: { OR: [{ enabled: false }, { deletedAt: { not: null } }] },
      },
      select: { id: true, accountId: true, channelId: true },
      take: BATCH,
    })
    for (const chat of orphans) {
      await transact(services, (tx, record) =>
        handOff(tx, record, chat, { reason: 'BOT_DISCONNECTED', text: 'The bot is no longer connected.' }),
      )
    }
    if (orphans.length < BATCH) return
  }
}
