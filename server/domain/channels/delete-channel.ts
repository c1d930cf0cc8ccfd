import type { Tx } from '../../db.ts'
import type { Event } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { orNotFound } from '../known-error.ts'
import { retryConflict } from '../retry-conflict.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

/**
 * Deletes a channel: its address answers 404 and its open chats are closed. What was written stays in the
 * archive; replies that are still to be delivered are. Throws `forbidden`, `not_found`.
 */
export async function deleteChannel(
  services: Services,
  input: { viewer: Viewer; id: string },
): Promise<string> {
  const { viewer, id } = input
  requireAdmin(viewer)
  const { accountId } = viewer
  const { events, userIds } = await retryConflict(() =>
    services.db.$transaction(async (tx) => {
      const write = tx.channel.update({
        where: { id, accountId, deletedAt: null },
        data: { deletedAt: new Date() },
        include: { operators: { where: { user: { role: 'OPERATOR' } } } },
      })
      const { operators } = await orNotFound(write, 'channel')
      const about = { accountId, channelId: id }
      const deleted = await tx.event.create({ data: { ...about, kind: 'CHANNEL_UPDATED', subjectId: id } })
      const events = [deleted, ...(await closeChats(tx, about))]
      return { events, userIds: operators.map(({ userId }) => userId) }
    }),
  )
  services.announcer.announce(events.map((event) => ({ event })))
  await announceAccess(services, { accountId, userIds })
  return id
}

/** There may be tens of thousands, which nobody closed for months: a few statements for all of them. */
async function closeChats(tx: Tx, about: { accountId: string; channelId: string }): Promise<Event[]> {
  const now = new Date()
  const chats = await tx.chat.updateManyAndReturn({
    where: { ...about, status: { not: 'CLOSED' } },
    data: { status: 'CLOSED', closedAt: now, queuedAt: null, revision: { increment: 1 } },
    select: { id: true },
  })
  const ofChannel = { chat: { channelId: about.channelId } }
  await tx.chatMember.updateMany({ where: { ...ofChannel, leftAt: null }, data: { leftAt: now } })
  const ended = await tx.chatInvitation.updateManyAndReturn({
    where: { ...ofChannel, state: 'PENDING' },
    data: { state: 'EXPIRED' },
    select: { id: true, chatId: true },
  })
  return tx.event.createManyAndReturn({
    data: [
      ...ended.map(({ id, chatId }) => ({
        ...about,
        kind: 'CHAT_INVITATION_UPDATED' as const,
        chatId,
        subjectId: id,
      })),
      ...chats.map(({ id }) => ({ ...about, kind: 'CHAT_UPDATED' as const, chatId: id })),
    ],
  })
}
