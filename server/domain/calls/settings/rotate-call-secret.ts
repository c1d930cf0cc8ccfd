import { createSigningSecret } from '../../../outbound/sign-webhook.ts'
import { decryptSecret, encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { changeCallSettings } from './change-call-settings.ts'

/** How long orders are signed with the earlier secret, too. */
const OVERLAP_MS = 24 * 3_600_000

/**
 * Makes a new secret that orders are signed with. It is in the answer and nowhere else. For a day, orders are signed
 * with the earlier one, too, if it can be read. Throws `forbidden`.
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
