import type { Work } from '../../../events/transact.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'

/** Disconnects bots and frees their channels. Returns the ids of those that were connected. */
export async function disconnectBots(
  work: Work,
  where: Prisma.BotWhereInput & { accountId: string },
): Promise<string[]> {
  const bots = await work.tx.bot.updateManyAndReturn({
    where: { ...where, deletedAt: null },
    data: { deletedAt: new Date(), enabled: false },
    select: { id: true },
  })
  for (const { id } of bots) {
    const channels = await work.tx.channel.updateManyAndReturn({
      where: { botId: id },
      data: { botId: null },
      select: { id: true },
    })
    const { accountId } = where
    for (const channel of channels) {
      await work.record({ accountId, kind: 'CHANNEL_UPDATED', channelId: channel.id, subjectId: channel.id })
    }
    await work.record({ accountId, kind: 'BOT_UPDATED', subjectId: id })
  }
  return bots.map(({ id }) => id)
}
