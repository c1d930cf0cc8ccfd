import { transact } from '../../../events/transact.ts'
import type { WebhookEndpoint } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { changeEndpoint } from './change-endpoint.ts'

/** Ends the secret before the last rotation: requests are signed with the newest only. Throws `forbidden`, `not_found`. */
export async function endOldWebhookSecret(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<WebhookEndpoint> {
  requireAdmin(viewer)
  return transact(services, (work) => changeEndpoint(work, { viewer, id }, { oldSecretEncrypted: null }))
}
