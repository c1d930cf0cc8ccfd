import { z } from 'zod'
import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
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
  operatorIds: optional(channelFields.operatorIds),
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

/** Changes what is given of a channel. Throws `forbidden`, `not_found`, `invalid_request`, `private_target`. */
export async function updateChannel(
  services: Services,
  { viewer, id, ...input }: UpdateChannel,
): Promise<Channel> {
  requireAdmin(viewer)
  const { operatorIds, serverUrl, ...data } = parseInput(fields, input)
  return changeChannel(services, {
    viewer,
    id,
    data: { ...data, ...(serverUrl !== undefined && { serverUrl: checkServerUrl(services.env, serverUrl) }) },
    ...(operatorIds && { operatorIds }),
  })
}
