import { z } from 'zod'
import { orNotFound } from '../../database/or-not-found.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll } from '../check-all.ts'
import { requireActiveUsers } from '../operators/require-active-users.ts'
import { optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { changeChannel } from './change-channel.ts'
import { channelFields, checkServerUrl } from './channel-fields.ts'

const fields = z.object({
  name: optional(channelFields.name),
  serverUrl: optional(channelFields.serverUrl),
  chunked: optional(channelFields.chunked),
  acceptsAny2xx: optional(channelFields.acceptsAny2xx),
  botCounts: optional(channelFields.botCounts),
})

interface UpdateChannel {
  viewer: Viewer
  id: string
  name?: string | null
  serverUrl?: string | null
  chunked?: boolean | null
  /** Any 2xx of the client counts as delivered. */
  acceptsAny2xx?: boolean | null
  /** The bot makes the channel available without an operator. */
  botCounts?: boolean | null
  operatorIds?: string[] | null
}

/**
 * Changes what is given of a channel. Throws `forbidden`, and everything else that is wrong at once: an unknown channel,
 * bad fields, `private_target`, unknown operators.
 */
export async function updateChannel(
  services: Services,
  { viewer, id, ...input }: UpdateChannel,
): Promise<Channel> {
  requireAdmin(viewer)
  const { db, env } = services
  const { accountId } = viewer
  const where = { id, accountId, deletedAt: null }
  const [{ serverUrl: _typed, ...data }, serverUrl, operatorIds] = await checkAll(
    () => parseInput(fields, input),
    () => (input.serverUrl == null ? undefined : checkServerUrl(env, input.serverUrl)),
    () =>
      input.operatorIds &&
      requireActiveUsers(db, { accountId, ids: input.operatorIds, field: 'input.operatorIds' }),
    () => orNotFound(db.channel.findUniqueOrThrow({ where }), 'channel'),
  )
  return changeChannel(services, {
    viewer,
    id,
    data: { ...data, ...(serverUrl !== undefined && { serverUrl }) },
    ...(operatorIds && { operatorIds }),
  })
}
