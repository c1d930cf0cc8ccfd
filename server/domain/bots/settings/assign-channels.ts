import { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { Viewer } from '../../viewer.ts'

interface Assignment {
  viewer: Viewer
  botId: string
  channelIds: string[]
}

/** Makes these the bot's channels. Throws `invalid_request` for unknown ones, `conflict` where another bot answers. */
export async function assignChannels(work: Work, { viewer, botId, channelIds }: Assignment): Promise<void> {
  const { accountId } = viewer
  const wanted = [...new Set(channelIds)]
  const field = 'input.channelIds'
  const channels = await work.tx.channel.findMany({
    where: { accountId, deletedAt: null, id: { in: wanted } },
    include: { bot: { select: { name: true } } },
    orderBy: { id: 'asc' },
  })
  if (channels.length < wanted.length) {
    throw new AppError('invalid_request', 'This channel does not exist.', { field })
  }
  const taken = channels.find((channel) => channel.botId !== null && channel.botId !== botId)
  if (taken) {
    throw new AppError(
      'conflict',
      `${taken.bot?.name} answers on ${taken.name}. Disconnect it there first.`,
      {
        field,
      },
    )
  }
  const freed = await work.tx.channel.updateManyAndReturn({
    where: { botId, id: { notIn: wanted } },
    data: { botId: null },
    select: { id: true },
  })
  // Only where no other bot was connected at this very moment.
  const { count } = await work.tx.channel.updateMany({
    where: { id: { in: wanted }, OR: [{ botId: null }, { botId }] },
    data: { botId },
  })
  if (count < wanted.length)
    throw new AppError('conflict', 'Another bot has been connected in the meantime.', { field })
  for (const id of [...freed.map((channel) => channel.id), ...wanted]) {
    await work.record({
      accountId,
      kind: 'CHANNEL_UPDATED',
      actor: actorOf(viewer),
      channelId: id,
      subjectId: id,
    })
  }
}
