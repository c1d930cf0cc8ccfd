import { actorOf } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Viewer } from '../../viewer.ts'

/** Disconnects bots and frees their channels. Returns the ids of those that were connected. */
export async function disconnectBots(
  work: Work,
  viewer: Viewer,
  where: Prisma.BotWhereInput,
): Promise<string[]> {
  const { accountId } = viewer
  const actor = actorOf(viewer)
  const bots = await work.tx.bot.updateManyAndReturn({
    where: { ...where, accountId, deletedAt: null },
    data: { deletedAt: new Date(), enabled: false },
    select: { id: true, name: true },
  })
  for (const { id, name } of bots) {
    const channels = await work.tx.channel.updateManyAndReturn({
      where: { botId: id },
      data: { botId: null },
      select: { id: true },
    })
    for (const channel of channels) {
      await work.record({
        accountId,
        kind: 'CHANNEL_UPDATED',
        actor,
        channelId: channel.id,
        subjectId: channel.id,
      })
    }
    await work.record({ accountId, kind: 'BOT_DISCONNECTED', actor, subjectId: id })
    await work.audit({
      actor: viewer,
      action: 'BOT_DISCONNECTED',
      subject: { type: 'Bot', id, label: name },
    })
  }
  return bots.map(({ id }) => id)
}
