import type { Tx } from '../../database/client.ts'
import { orNotFound } from '../../database/or-not-found.ts'
import { retryConflict } from '../../database/retry-conflict.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Channel, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { automaticKindNames } from '../automatic-messages/automatic-kinds.ts'
import { depart } from '../operators/depart.ts'
import { followSupervisors, holdSupervision } from '../operators/follow-supervisors.ts'
import { requireActiveUsers } from '../operators/require-active-users.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { type AssignmentChanges, assignOperators } from './assign-operators.ts'
import { channelKinds } from './kinds/channel-kinds.ts'
import { lockChannelToChange } from './lock-channel.ts'

interface ChangeChannel {
  viewer: Viewer
  id: string
  data: Prisma.ChannelUpdateInput
  /** All of the channel's operators, when they change too. */
  operatorIds?: string[]
}

/**
 * Writes a change of a channel and announces it. Operators who are no longer assigned leave its chats. Throws
 * `forbidden`, `not_found`, also for operators who are deactivated at the same moment.
 */
export async function changeChannel(services: Services, change: ChangeChannel): Promise<Channel> {
  const { viewer, id, data, operatorIds } = change
  requireAdmin(viewer)
  const { accountId } = viewer
  const { channel, userIds } = await retryConflict(() =>
    transact(services, async (work) => {
      const supervision = operatorIds ? await holdSupervision(work.tx, accountId) : new Map()
      if (operatorIds)
        await requireActiveUsers(work.tx, { accountId, ids: operatorIds, field: 'input.operatorIds' })
      await lockChannelToChange(work.tx, { accountId, id })
      const before = await readChannel(work.tx, id)
      const write = work.tx.channel.update({ where: { id, accountId, deletedAt: null }, data })
      const channel = await orNotFound(write, 'channel')
      const assigned: AssignmentChanges = operatorIds
        ? await assignOperators(work.tx, { channelId: id, operatorIds })
        : { added: [], removed: [] }
      for (const userId of assigned.removed) {
        await depart(work, { viewer, userId, where: { channelId: id } })
      }
      const supervisors = await followSupervisors(work, { viewer, before: supervision })
      await work.record({
        accountId,
        kind: 'CHANNEL_UPDATED',
        actor: actorOf(viewer),
        channelId: id,
        subjectId: id,
      })
      await work.audit({
        actor: viewer,
        action: 'CHANNEL_UPDATED',
        subject: { type: 'Channel', id, label: channel.name },
        before,
        after: await readChannel(work.tx, id),
      })
      return { channel, userIds: [...assigned.added, ...assigned.removed, ...supervisors] }
    }),
  )
  await announceAccess(services, { accountId, userIds, channelIds: [id] })
  return channel
}

/**
 * The channel with the settings of its kind, as the audit log compares it. Prisma would read several relations at the
 * same time, and a transaction has one connection.
 */
async function readChannel(tx: Tx, id: string): Promise<object | null> {
  const operators = { select: { userId: true }, orderBy: { userId: 'asc' } } as const
  const channel = await tx.channel.findUnique({ where: { id }, include: { operators } })
  if (!channel) return null
  const automaticMessages = await tx.automaticMessage.findMany({
    where: { channelId: id, kind: { in: automaticKindNames } },
    omit: { channelId: true },
    orderBy: { kind: 'asc' },
  })
  return { ...channel, automaticMessages, ...(await channelKinds[channel.kind].settings.read(tx, id)) }
}
