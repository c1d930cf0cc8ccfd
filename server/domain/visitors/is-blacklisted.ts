import type { Tx } from '../../database/client.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'

/** Whether the visitor with this key on the channel is blacklisted. */
export async function isBlacklisted(tx: Tx, { id: channelId }: ChannelEntry, key: string): Promise<boolean> {
  const visitor = await tx.visitor.findFirst({
    where: {
      channelId,
      key,
      OR: [{ blacklistedAt: { not: null } }, { mergedInto: { blacklistedAt: { not: null } } }],
    },
    select: { id: true },
  })
  return visitor !== null
}
