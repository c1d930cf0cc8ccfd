import { orNotFound } from '../../../database/or-not-found.ts'
import { actorOf } from '../../../events/actor.ts'
import type { LoggedKind } from '../../../events/kinds.ts'
import type { Work } from '../../../events/transact.ts'
import type { Prisma, WebhookEndpoint } from '../../../generated/prisma/client.ts'
import type { Viewer } from '../../viewer.ts'

/** Writes a change of an endpoint and records it. Throws `not_found`. */
export async function changeEndpoint(
  work: Work,
  { viewer, id }: { viewer: Viewer; id: string },
  data: Prisma.WebhookEndpointUpdateInput,
  kind: LoggedKind = 'WEBHOOK_ENDPOINT_UPDATED',
): Promise<WebhookEndpoint> {
  const { accountId } = viewer
  const write = work.tx.webhookEndpoint.update({ where: { id, accountId, deletedAt: null }, data })
  const endpoint = await orNotFound(write, 'endpoint')
  await work.record({ accountId, kind, actor: actorOf(viewer), subjectId: id })
  return endpoint
}
