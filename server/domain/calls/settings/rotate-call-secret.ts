import { createSigningSecret } from '../../../outbound/sign-webhook.ts'
import { encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'

/** How long orders are signed with the earlier secret, too. */
const OVERLAP_MS = 24 * 3_600_000

/**
 * Makes a new secret that orders are signed with. It is in the answer and nowhere else. For a day, orders are signed
 * with the earlier one, too. Throws `forbidden`.
 */
export async function rotateCallSecret(
  { db, env }: Services,
  { viewer }: { viewer: Viewer },
): Promise<{ secret: string }> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const secret = createSigningSecret()
  const secretEncrypted = encryptSecret(secret, env.secretKey)
  await db.$transaction(async (tx) => {
    await tx.callSettings.upsert({ where: { accountId }, create: { accountId, countries: [] }, update: {} })
    const { secretEncrypted: oldSecretEncrypted } = await tx.callSettings.update({
      where: { accountId },
      data: { oldSecretUntil: new Date(Date.now() + OVERLAP_MS) },
    })
    await tx.callSettings.update({ where: { accountId }, data: { secretEncrypted, oldSecretEncrypted } })
  })
  return { secret }
}
