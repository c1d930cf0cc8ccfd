import { z } from 'zod'
import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { changeChannel } from './change-channel.ts'
import { channelFields } from './channel-fields.ts'
import type { SettingsInput } from './kinds/channel-kind.ts'
import { settingsOfInput } from './kinds/settings-of-input.ts'

const fields = z.object({
  name: optional(channelFields.name),
  botCounts: optional(channelFields.botCounts),
  operatorIds: optional(channelFields.operatorIds),
})

interface UpdateChannel {
  viewer: Viewer
  id: string
  name?: string | null
  /** The bot makes the channel available without an operator. */
  botCounts?: boolean | null
  operatorIds?: string[] | null
  /** Of the channel's own kind. */
  settings?: SettingsInput | null
}

/** Changes what is given of a channel. Throws `forbidden`, `not_found`, `invalid_request`, `private_target`. */
export async function updateChannel(
  services: Services,
  { viewer, id, settings, ...input }: UpdateChannel,
): Promise<Channel> {
  requireAdmin(viewer)
  const { operatorIds, ...data } = parseInput(fields, input)
  const { entry, input: typed } = settings ? settingsOfInput(settings) : {}
  return changeChannel(services, {
    viewer,
    id,
    data: { ...data, ...(entry && { [entry.name]: entry.update(services.env, typed) }) },
    ...(operatorIds && { operatorIds }),
  })
}
