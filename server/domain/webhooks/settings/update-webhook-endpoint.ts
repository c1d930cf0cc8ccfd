import { z } from 'zod'
import type { Tx } from '../../../database/client.ts'
import { orNotFound } from '../../../database/or-not-found.ts'
import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { WebhookEndpoint, WebhookEvent } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { optional, parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { changeEndpoint } from './change-endpoint.ts'
import { dropPending } from './drop-pending.ts'
import { checkChannels, checkEndpointUrl, endpointFields } from './endpoint-fields.ts'

const fields = z.object({
  name: optional(endpointFields.name),
  url: optional(endpointFields.url),
  events: optional(endpointFields.events),
  enabled: optional(endpointFields.enabled),
  extraFields: optional(endpointFields.extraFields),
})

interface UpdateWebhookEndpoint {
  viewer: Viewer
  id: string
  name?: string | null
  url?: string | null
  events?: readonly WebhookEvent[] | null
  channelIds?: readonly string[] | null
  allChannels?: boolean | null
  enabled?: boolean | null
  extraFields?: boolean | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the given fields of an endpoint. Switched off, it gets nothing, and pending events are dropped;
 * switched on again, it starts afresh. Throws `forbidden`, and all other errors at once.
 */
export async function updateWebhookEndpoint(
  services: Services,
  { viewer, id, problems = [], ...input }: UpdateWebhookEndpoint,
): Promise<WebhookEndpoint> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return transact(services, async (work) => {
    const [, { name, events, enabled, extraFields }, url, channels] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => (input.url ? checkEndpointUrl(services.env, input.url) : null),
      () => channelsFrom(work.tx, { id, viewer }, input),
      () =>
        orNotFound(
          work.tx.webhookEndpoint.findFirstOrThrow({ where: { id, accountId, deletedAt: null } }),
          'endpoint',
        ),
    )
    const endpoint = await changeEndpoint(
      work,
      { viewer, id },
      {
        ...(name && { name }),
        ...(url && { url }),
        ...(events && { events }),
        ...channels,
        ...(enabled !== undefined && { enabled }),
        ...(extraFields !== undefined && { extraFields }),
        ...(enabled && { disabledReason: null, disabledAt: null, failingSince: null }),
      },
    )
    if (enabled === false) await dropPending(work.tx, endpoint)
    return endpoint
  })
}

/**
 * Throws `invalid_request` when an endpoint that got the events of all channels should no longer, and no channels are
 * named.
 */
async function channelsFrom(
  tx: Tx,
  { id, viewer }: { id: string; viewer: Viewer },
  { allChannels, channelIds }: Pick<UpdateWebhookEndpoint, 'allChannels' | 'channelIds'>,
) {
  if (allChannels) return { allChannels: true, channelIds: [] }
  if (channelIds) return checkChannels(tx, viewer, channelIds)
  if (allChannels !== false) return {}
  const ofAll = await tx.webhookEndpoint.findFirst({
    where: { id, accountId: viewer.accountId, deletedAt: null, allChannels: true },
    select: { id: true },
  })
  if (!ofAll) return {}
  throw new AppError('invalid_request', 'Send the channels whose events it gets as `channelIds`.', {
    field: 'input.allChannels',
  })
}
