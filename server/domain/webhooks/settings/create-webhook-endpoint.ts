import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { WebhookEndpoint, WebhookEvent } from '../../../generated/prisma/client.ts'
import { createSigningSecret } from '../../../outbound/sign-webhook.ts'
import { encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { lockAccount } from '../../accounts/lock-account.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { createOnce } from '../../create-once.ts'
import { optional, parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { checkChannels, checkEndpointUrl, endpointFields } from './endpoint-fields.ts'

const fields = z.object({
  ...endpointFields,
  enabled: optional(endpointFields.enabled),
  extraFields: optional(endpointFields.extraFields),
})

/** Each event costs a row for each endpoint. */
const MAX_ENDPOINTS = 20

interface CreateWebhookEndpoint {
  viewer: Viewer
  name: string
  url: string
  events: readonly WebhookEvent[]
  /** Null: all channels, including those that are created later. */
  channelIds?: readonly string[] | null
  enabled?: boolean | null
  /** Whether it gets fields that the contract does not name; not by default. */
  extraFields?: boolean | null
  idempotencyKey?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Registers an address that gets events. Throws `forbidden`, `limit_reached`, and all other errors at once: bad
 * fields, unknown channels, `private_target`.
 */
export async function createWebhookEndpoint(
  services: Services,
  { viewer, problems = [], ...input }: CreateWebhookEndpoint,
): Promise<WebhookEndpoint> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const once = {
    viewer,
    mutation: 'createWebhookEndpoint',
    input,
    find: ({ tx }: Work, id: string) =>
      tx.webhookEndpoint.findFirst({ where: { id, accountId, deletedAt: null } }),
  }
  return createOnce(services, once, async (work) => {
    const { tx } = work
    const [, { name, events, enabled = true, extraFields = false }, url, channels] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => checkEndpointUrl(services.env, input.url),
      () => checkChannels(tx, viewer, input.channelIds ?? null),
    )
    await lockAccount(tx, accountId)
    const count = await tx.webhookEndpoint.count({ where: { accountId, deletedAt: null } })
    if (count >= MAX_ENDPOINTS) {
      throw new AppError('limit_reached', `An account can have at most ${MAX_ENDPOINTS} endpoints.`)
    }
    const secretEncrypted = encryptSecret(createSigningSecret(), services.env.secretKey)
    const endpoint = await tx.webhookEndpoint.create({
      data: { accountId, name, url, events, enabled, extraFields, ...channels, secretEncrypted },
    })
    await work.record({
      accountId,
      kind: 'WEBHOOK_ENDPOINT_CREATED',
      actor: actorOf(viewer),
      subjectId: endpoint.id,
    })
    await work.audit({
      actor: viewer,
      action: 'WEBHOOK_ENDPOINT_CREATED',
      subject: { type: 'WebhookEndpoint', id: endpoint.id, label: name },
      after: { name, url, events, enabled, extraFields, ...channels },
    })
    return endpoint
  })
}
