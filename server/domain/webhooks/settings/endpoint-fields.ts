import { z } from 'zod'
import type { Db, Tx } from '../../../database/client.ts'
import { AppError } from '../../../errors.ts'
import { WebhookEvent } from '../../../generated/prisma/enums.ts'
import { checkTarget } from '../../../outbound/check-target.ts'
import type { Env } from '../../../process/env.ts'
import { throwAll } from '../../check-all.ts'
import { addressField, nameField } from '../../parse-input.ts'

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
  db: Db | Tx,
  { accountId, channelIds }: { accountId: string; channelIds: readonly string[] | null },
): Promise<{ allChannels: boolean; channelIds: string[] }> {
  if (channelIds === null) return { allChannels: true, channelIds: [] }
  const found = await db.channel.findMany({
    where: { id: { in: [...channelIds] }, accountId, deletedAt: null },
    select: { id: true },
  })
  const known = new Set(found.map(({ id }) => id))
  throwAll(
    channelIds.flatMap((id, index) =>
      known.has(id)
        ? []
        : [new AppError('not_found', 'This channel does not exist.', { field: `input.channelIds.${index}` })],
    ),
  )
  return { allChannels: false, channelIds: [...known] }
}
