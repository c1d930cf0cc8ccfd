import type { Tx } from '../../database/client.ts'
import { checkIds } from '../check-ids.ts'

/** The channels on whose chats a tag is suggested first. Throws `not_found` for each unknown one. */
export async function checkChannels(
  tx: Tx,
  { accountId, channelIds }: { accountId: string; channelIds: readonly string[] },
): Promise<string[]> {
  const known = await tx.channel.findMany({
    where: { id: { in: [...channelIds] }, accountId, deletedAt: null },
    select: { id: true },
  })
  checkIds(channelIds, { known, field: 'input.channelIds', message: 'This channel does not exist.' })
  return [...new Set(channelIds)]
}
