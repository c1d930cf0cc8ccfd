import { createSecret, hashSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { changeCallSettings } from './change-call-settings.ts'

/**
 * Creates the address that the telephone system reports to. It is only in the answer; an earlier one stops
 * working immediately. Throws `forbidden`.
 */
export async function rotateCallToken(
  services: Services,
  { viewer }: { viewer: Viewer },
): Promise<{ reportUrl: string }> {
  const { accountId } = viewer
  const token = createSecret()
  await changeCallSettings(services, viewer, ({ tx }) =>
    tx.callSettings.update({ where: { accountId }, data: { tokenHash: hashSecret(token) } }),
  )
  return { reportUrl: `${services.env.http.publicUrl}/calls/${token}` }
}
