import { z } from 'zod'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { checkAll } from '../check-all.ts'
import { requireActiveUsers } from '../operators/require-active-users.ts'
import { optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { assignOperators } from './assign-operators.ts'
import { createChannelSecret } from './channel-address.ts'
import { channelFields, checkServerUrl } from './channel-fields.ts'
import { createPublicId } from './create-public-id.ts'

const fields = z
  .object({ ...channelFields, acceptsAny2xx: optional(channelFields.acceptsAny2xx) })
  .omit({ botCounts: true })

interface CreateChannel {
  viewer: Viewer
  name: string
  /** The client endpoint (contract A3). */
  serverUrl: string
  /** Requests to it use chunked transfer encoding. */
  chunked: boolean
  /** Any 2xx of the client counts as delivered; off unless given. */
  acceptsAny2xx?: boolean | null
  operatorIds: string[]
}

/**
 * Makes a chat channel with an address of its own (contract, part 1 A). Throws `forbidden`, and everything else
 * that is wrong at once: bad fields, `private_target`, unknown operators.
 */
export async function createChannel(
  services: Services,
  { viewer, ...input }: CreateChannel,
): Promise<Channel> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const [data, serverUrl, operatorIds] = await checkAll(
    () => parseInput(fields, input),
    () => checkServerUrl(services.env, input.serverUrl),
    () => requireActiveUsers(services.db, { accountId, ids: input.operatorIds, field: 'input.operatorIds' }),
  )
  const { channel, added } = await transact(services, async (work) => {
    const secret = createChannelSecret(services.env)
    const channel = await work.tx.channel.create({
      data: { accountId, kind: 'CHAT_API', publicId: createPublicId(), ...data, serverUrl, ...secret },
    })
    const { added } = await assignOperators(work.tx, { channelId: channel.id, operatorIds })
    await work.record({
      accountId,
      kind: 'CHANNEL_CREATED',
      actor: actorOf(viewer),
      channelId: channel.id,
      subjectId: channel.id,
    })
    await work.audit({
      actor: viewer,
      action: 'CHANNEL_CREATED',
      subject: { type: 'Channel', id: channel.id, label: channel.name },
      after: { ...channel, operators: operatorIds },
    })
    return { channel, added }
  })
  await announceAccess(services, { accountId, userIds: added })
  return channel
}
