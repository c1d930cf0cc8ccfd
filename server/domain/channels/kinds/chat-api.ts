import { z } from 'zod'
import { checkTarget } from '../../../outbound/check-target.ts'
import type { Env } from '../../../process/env.ts'
import { checkAll } from '../../check-all.ts'
import { addressField, optional, parseInput } from '../../parse-input.ts'
import { createChannelSecret } from '../channel-address.ts'
import type { KindOfChannel } from './channel-kind.ts'

const PATH = 'settings.chatApi'

/** What an admin enters (contract, part 2.1). */
const fields = {
  serverUrl: addressField,
  chunked: z.boolean(),
  acceptsAny2xx: z.boolean(),
}
const created = z.object({ ...fields, acceptsAny2xx: optional(fields.acceptsAny2xx) })
const changed = z.object({
  serverUrl: optional(fields.serverUrl),
  chunked: optional(fields.chunked),
  acceptsAny2xx: optional(fields.acceptsAny2xx),
})

/** A system of the company's own, over REST (contract, interface A). */
export const chatApi: KindOfChannel = {
  // MARKDOWN and BUTTONS are sent as their plain text (contract, part 2.6).
  renders: new Set(['TEXT', 'VIDEO', 'AUDIO', 'VOICE', 'PHOTO', 'STICKER', 'DOCUMENT', 'LOCATION']),
  replies: 'DELIVERED',
  settings: {
    name: 'chatApi',
    async create(env, input) {
      const [switches, serverUrl] = await checkAll(
        () => parseInput(created, input, PATH),
        () => checkServerUrl(env, input),
      )
      return { create: { ...switches, ...createChannelSecret(env), serverUrl: serverUrl ?? '' } }
    },
    async update(env, input) {
      const [switches, serverUrl] = await checkAll(
        () => parseInput(changed, input, PATH),
        () => checkServerUrl(env, input),
      )
      return { update: { ...switches, ...(serverUrl !== undefined && { serverUrl }) } }
    },
    read: (tx, channelId) => tx.chatApiSettings.findUnique({ where: { channelId } }),
  },
}

/** The client endpoint as it is stored, if one was entered; a blank one is refused as a field. */
function checkServerUrl({ outbound }: Env, input: unknown): string | undefined {
  const { serverUrl } = input as { serverUrl?: string | null }
  if (!serverUrl?.trim()) return undefined
  return checkTarget(serverUrl, outbound.allowPrivateTargets, `input.${PATH}.serverUrl`).href
}
