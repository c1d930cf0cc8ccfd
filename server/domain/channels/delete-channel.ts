import { orNotFound } from '../../database/or-not-found.ts'
import { retryConflict } from '../../database/retry-conflict.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { endDialledCalls } from '../calls/end-dialled-calls.ts'
import { closeOrphans } from '../chats/close-orphans.ts'
import { holdSupervision } from '../operators/follow-supervisors.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

/**
 * Deletes a channel: its address returns 404, its open chats are closed, and its calls that operators dial end. Its
 * chats stay in the archive; pending replies are still delivered. Throws `forbidden`, `not_found`.
 */
export async function deleteChannel(
  services: Services,
  input: { viewer: Viewer; id: string },
): Promise<string> {
  const { viewer, id } = input
  requireAdmin(viewer)
  const { accountId } = viewer
  const userIds = await retryConflict(() =>
    transact(services, async (work) => {
      const supervision = await holdSupervision(work.tx, accountId)
      const write = work.tx.channel.update({
        where: { id, accountId, deletedAt: null },
        data: { deletedAt: new Date() },
        include: { operators: { where: { user: { role: 'OPERATOR' } } } },
      })
      const { operators, name } = await orNotFound(write, 'channel')
      await work.record({
        accountId,
        kind: 'CHANNEL_DELETED',
        actor: actorOf(viewer),
        channelId: id,
        subjectId: id,
      })
      await work.audit({
        actor: viewer,
        action: 'CHANNEL_DELETED',
        subject: { type: 'Channel', id, label: name },
      })
      await endDialledCalls(work, {
        where: { accountId, channelId: id },
        actor: actorOf(viewer),
        reason: 'The channel was deleted.',
      })
      const supervisors = [...supervision].filter(([, channelIds]) => channelIds.includes(id))
      return [...operators.map(({ userId }) => userId), ...supervisors.map(([userId]) => userId)]
    }),
  )
  await announceAccess(services, { accountId, userIds })
  while ((await closeOrphans(services, { channelId: id, actor: actorOf(viewer) })) > 0);
  // Only now, so that visitors are still told that their chats were closed.
  await announceAccess(services, { accountId, channelIds: [id] })
  return id
}
