import { createSigningSecret } from '../../../outbound/sign-webhook.ts'
import { decryptSecret, encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { changeCallSettings } from './change-call-settings.ts'

/** How long orders are also signed with the earlier secret. */
const OVERLAP_MS = 24 * 3_600_000

/**
 * Creates a new secret that orders are signed with. It is only in the answer. For a day, orders are also
 * signed with the earlier one, if it can be read. Throws `forbidden`.
 */
export async function rotateCallSecret(
  services: Services,
  { viewer }: { viewer: Viewer },
): Promise<{ secret: string }> {
  const { accountId } = viewer
  const secret = createSigningSecret()
  const { secretKey } = services.env
  const secretEncrypted = encryptSecret(secret, secretKey)
  await changeCallSettings(services, viewer, ({ tx }, before) => {
    const { secretEncrypted: old } = before
    const isReadable = old !== null && decryptSecret(old, secretKey) !== null
    const earlier = isReadable
      ? { oldSecretEncrypted: old, oldSecretUntil: new Date(Date.now() + OVERLAP_MS) }
      : { oldSecretEncrypted: null, oldSecretUntil: null }
    return tx.callSettings.update({ where: { accountId }, data: { secretEncrypted, ...earlier } })
  })
  return { secret }
}
