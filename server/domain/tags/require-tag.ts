import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import type { Chat } from '../../generated/prisma/client.ts'

/**
 * Throws `tag_required` for a chat without a tag that is about to be closed by somebody, if its channel requires one
 * (open points, Tags).
 */
export async function requireTag(
  tx: Tx,
  { channelId, tagIds }: Pick<Chat, 'channelId' | 'tagIds'>,
  field: string,
): Promise<void> {
  if (tagIds.length > 0) return
  const channel = await tx.channel.findFirst({ where: { id: channelId, requiresTag: true } })
  if (!channel) return
  const message = 'Tag this chat before you close it, or say that no tag fits.'
  throw new AppError('tag_required', message, { field })
}
