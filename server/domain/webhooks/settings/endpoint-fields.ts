import { z } from 'zod'
import type { Tx } from '../../../database/client.ts'
import { WebhookEvent } from '../../../generated/prisma/enums.ts'
import { checkTarget } from '../../../outbound/check-target.ts'
import type { Env } from '../../../process/env.ts'
import { requireChannels } from '../../channels/require-channels.ts'
import { addressField, nameField } from '../../parse-input.ts'
import type { Viewer } from '../../viewer.ts'

/** What an admin enters about an endpoint. */
export const endpointFields = {
  name: nameField,
  url: addressField,
  events: z
    .array(z.enum(WebhookEvent))
    .min(1, 'Choose at least one event.')
    .transform((events) => [...new Set(events)]),
  enabled: z.boolean(),
  extraFields: z.boolean(),
}

/**
 * The address as it is stored; a blank one is refused as a field. Throws `invalid_request` for what is not an http(s)
 * address, `private_target`.
 */
export function checkEndpointUrl({ outbound }: Env, url: string): string {
  if (url.trim() === '') return ''
  return checkTarget(url.trim(), outbound.allowPrivateTargets, 'input.url').href
}

/** The channels whose events an endpoint gets: all unless some are given. Throws `not_found` for each unknown one. */
export async function checkChannels(
  tx: Tx,
  viewer: Viewer,
  ids: readonly string[] | null,
): Promise<{ allChannels: boolean; channelIds: string[] }> {
  if (ids === null) return { allChannels: true, channelIds: [] }
  return { allChannels: false, channelIds: await requireChannels(tx, viewer, { ids }) }
}
