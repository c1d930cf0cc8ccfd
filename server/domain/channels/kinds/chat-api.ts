import { z } from 'zod'
import type { Env } from '../../../env.ts'
import { checkTarget } from '../../../outbound/check-target.ts'
import { optional, parseInput } from '../../parse-input.ts'
import { createChannelSecret } from '../channel-address.ts'
import type { KindOfChannel } from './channel-kind.ts'

const PATH = 'settings.chatApi'

/** What an admin types in (contract, part 2.1). */
const fields = {
  serverUrl: z.string().trim(),
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
  // MARKDOWN and BUTTONS go out as their plain text (contract, part 2.6).
  renders: new Set(['TEXT', 'VIDEO', 'AUDIO', 'VOICE', 'PHOTO', 'STICKER', 'DOCUMENT', 'LOCATION']),
  replies: 'DELIVERED',
  settings: {
    name: 'chatApi',
    create(env, input) {
      const { serverUrl, ...switches } = parseInput(created, input, PATH)
      const secret = createChannelSecret(env)
      return { create: { ...switches, ...secret, serverUrl: checkServerUrl(env, serverUrl) } }
    },
    update(env, input) {
      const { serverUrl, ...switches } = parseInput(changed, input, PATH)
      const url = serverUrl === undefined ? {} : { serverUrl: checkServerUrl(env, serverUrl) }
      return { update: { ...switches, ...url } }
    },
  },
}

/** The client endpoint as it is stored. */
function checkServerUrl({ outbound }: Env, serverUrl: string): string {
  return checkTarget(serverUrl, outbound.allowPrivateTargets, `input.${PATH}.serverUrl`).href
}
