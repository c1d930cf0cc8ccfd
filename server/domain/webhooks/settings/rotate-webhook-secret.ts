import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { WebhookEndpoint } from '../../../generated/prisma/client.ts'
import { createSigningSecret } from '../../../outbound/sign-webhook.ts'
import { decryptSecret, encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { changeEndpoint } from './change-endpoint.ts'

/**
 * Gives an endpoint a new secret. Requests have a signature with the new and one with the old secret, until
 * `endOldWebhookSecret` or the next rotation ends the old one; one that cannot be read ends now. Throws `forbidden`,
 * `not_found`.
 */
export async function rotateWebhookSecret(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<WebhookEndpoint> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { secretKey } = services.env
  const secretEncrypted = encryptSecret(createSigningSecret(), secretKey)
  return transact(services, async (work) => {
    const [before] = await work.tx.$queryRaw<{ secretEncrypted: Uint8Array<ArrayBuffer> }[]>`
      SELECT "secretEncrypted" FROM "WebhookEndpoint"
      WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid AND "deletedAt" IS NULL FOR UPDATE`
    if (!before) throw new AppError('not_found', 'This endpoint does not exist.', { field: 'input.id' })
    const isReadable = decryptSecret(before.secretEncrypted, secretKey) !== null
    const oldSecretEncrypted = isReadable ? before.secretEncrypted : null
    return changeEndpoint(
      work,
      { viewer, id },
      { secretEncrypted, oldSecretEncrypted, secretRotatedAt: new Date() },
    )
  })
}
