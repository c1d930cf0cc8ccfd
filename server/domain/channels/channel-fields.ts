import { z } from 'zod'
import type { Env } from '../../env.ts'
import { checkTarget } from '../../outbound/check-target.ts'
import { addressField, nameField } from '../parse-input.ts'

/** What an admin types in when a channel is made or changed (contract, part 2.1). */
export const channelFields = {
  name: nameField,
  serverUrl: addressField,
  chunked: z.boolean(),
  acceptsAny2xx: z.boolean(),
  botCounts: z.boolean(),
}

/**
 * The client endpoint as it is stored; a blank one is refused as a field. Throws `invalid_request` for what is not an
 * http(s) address, `private_target` for one inside the network.
 */
export function checkServerUrl(env: Env, serverUrl: string): string {
  if (serverUrl.trim() === '') return ''
  return checkTarget(serverUrl, env.outbound.allowPrivateTargets, 'input.serverUrl').href
}
