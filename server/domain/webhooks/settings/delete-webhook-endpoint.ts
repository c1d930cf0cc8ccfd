import { transact } from '../../../events/transact.ts'
import type { Services } from '../../../services.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { changeEndpoint } from './change-endpoint.ts'
import { dropPending } from './drop-pending.ts'

/** Deletes an endpoint with its pending events and its answers. Throws `forbidden`, `not_found`. */
export async function deleteWebhookEndpoint(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<string> {
  requireAdmin(viewer)
  return transact(services, async (work) => {
    const change = {
      deletedAt: new Date(),
      enabled: false,
      oldSecretEncrypted: null,
      answers: { deleteMany: {} },
    }
    const endpoint = await changeEndpoint(work, { viewer, id }, change, 'WEBHOOK_ENDPOINT_DELETED')
    await dropPending(work.tx, endpoint)
    return id
  })
}
