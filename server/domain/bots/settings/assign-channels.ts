import type { Tx } from '../../../database/client.ts'
import { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import { throwAll } from '../../check-all.ts'
import type { Viewer } from '../../viewer.ts'

interface ChannelSelection {
  accountId: string
  /** None for a bot that is not connected yet. */
  botId?: string
  channelIds: readonly string[]
}

const FIELD = 'input.channelIds'

/**
 * The channels without duplicates, if the bot may answer on all of them. Throws `not_found` for every unknown
 * one and `taken` for every one where another bot answers, with its index in the field.
 */
export async function requireFreeChannels(
  tx: Tx,
  { accountId, botId, channelIds }: ChannelSelection,
): Promise<string[]> {
  const found = await tx.channel.findMany({
    where: { accountId, deletedAt: null, id: { in: [...channelIds] } },
    include: { bot: { select: { name: true } } },
    orderBy: { id: 'asc' },
  })
  const channels = new Map(found.map((channel) => [channel.id, channel]))
  throwAll(
    channelIds.flatMap((id, index) => {
      const field = `${FIELD}.${index}`
      const channel = channels.get(id)
      if (!channel) return [new AppError('not_found', 'This channel does not exist.', { field })]
      if (channel.botId === null || channel.botId === botId) return []
      const message = `${channel.bot?.name} answers on ${channel.name}. Disconnect it there first.`
      return [new AppError('taken', message, { field })]
    }),
  )
  return [...channels.keys()]
}

/**
 * Makes these the bot's channels, which `requireFreeChannels` has checked. Throws `taken` if another bot was
 * faster.
 */
export async function assignChannels(
  work: Work,
  { viewer, botId, channelIds: wanted }: { viewer: Viewer; botId: string; channelIds: string[] },
): Promise<void> {
  const freed = await work.tx.channel.updateManyAndReturn({
    where: { botId, id: { notIn: wanted } },
    data: { botId: null },
    select: { id: true },
  })
  // Only where no other bot was connected in the meantime.
  const { count } = await work.tx.channel.updateMany({
    where: { id: { in: wanted }, OR: [{ botId: null }, { botId }] },
    data: { botId },
  })
  if (count < wanted.length)
    throw new AppError('taken', 'Another bot has been connected in the meantime.', { field: FIELD })
  for (const id of [...freed.map((channel) => channel.id), ...wanted]) {
    await work.record({
      accountId: viewer.accountId,
      kind: 'CHANNEL_UPDATED',
      actor: actorOf(viewer),
      channelId: id,
      subjectId: id,
    })
  }
}
