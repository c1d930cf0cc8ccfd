import { orNotFound } from '../../../database/or-not-found.ts'
import { actorOf } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { Prisma, WebhookEndpoint } from '../../../generated/prisma/client.ts'
import type { Viewer } from '../../viewer.ts'

type Change = 'WEBHOOK_ENDPOINT_UPDATED' | 'WEBHOOK_ENDPOINT_DELETED'

/** Writes a change of an endpoint and records it. Throws `not_found`. */
export async function changeEndpoint(
  { tx, record, audit }: Work,
  { viewer, id }: { viewer: Viewer; id: string },
  data: Prisma.WebhookEndpointUpdateInput,
  kind: Change = 'WEBHOOK_ENDPOINT_UPDATED',
): Promise<WebhookEndpoint> {
  const { accountId } = viewer
  const where = { id, accountId, deletedAt: null }
  await tx.$queryRaw`
    SELECT 1 FROM "WebhookEndpoint" WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR NO KEY UPDATE`
  const before = await orNotFound(tx.webhookEndpoint.findUniqueOrThrow({ where }), 'endpoint')
  const endpoint = await orNotFound(tx.webhookEndpoint.update({ where, data }), 'endpoint')
  await record({ accountId, kind, actor: actorOf(viewer), subjectId: id })
  await audit({
    actor: viewer,
    action: kind,
    subject: { type: 'WebhookEndpoint', id, label: endpoint.name },
    ...(kind === 'WEBHOOK_ENDPOINT_UPDATED' && { before: setOf(before), after: setOf(endpoint) }),
  })
  return endpoint
}

/** The settings of an endpoint, without the state that results from deliveries. */
function setOf({ failingSince: _, secretRotatedAt: __, ...endpoint }: WebhookEndpoint): object {
  return endpoint
}
