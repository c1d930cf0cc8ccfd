import { createSecret, hashSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'

/**
 * Makes the address that the telephone system reports to. It is in the answer and nowhere else; an earlier one ends at
 * once. Throws `forbidden`.
 */
export async function rotateCallToken(
  { db, env }: Services,
  { viewer }: { viewer: Viewer },
): Promise<{ reportUrl: string }> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const token = createSecret()
  const tokenHash = hashSecret(token)
  await db.callSettings.upsert({
    where: { accountId },
    create: { accountId, countries: [], tokenHash },
    update: { tokenHash },
  })
  return { reportUrl: `${env.http.publicUrl}/calls/${token}` }
}
