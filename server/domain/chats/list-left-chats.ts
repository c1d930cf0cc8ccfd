import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type Viewer, within } from '../viewer.ts'

/** The chats that were taken from the viewer while they were gone, and that they do not know of yet, latest first. */
export async function listLeftChats(
  { db }: Services,
  { viewer, limit }: { viewer: Viewer; limit: number },
): Promise<Chat[]> {
  const memberships = await db.chatMember.findMany({
    where: { userId: viewer.userId, leftAloneAt: { not: null }, chat: within(viewer) },
    orderBy: { leftAloneAt: 'desc' },
    include: { chat: true },
    take: limit,
  })
  return memberships.map(({ chat }) => chat)
}
