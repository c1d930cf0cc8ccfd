import { orNotFound } from '../../database/or-not-found.ts'
import { transact } from '../../events/transact.ts'
import type { ApiToken } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import type { Viewer } from '../viewer.ts'

/** Ends one of the viewer's own API tokens and closes the sockets that it opened. Throws `not_found`. */
export async function revokeApiToken(
  services: Services,
  input: { viewer: Viewer; id: string },
): Promise<ApiToken> {
  const { viewer, id } = input
  const { userId, accountId } = viewer
  const apiToken = await transact(services, async (work) => {
    const revoked = await orNotFound(
      work.tx.apiToken.update({
        where: { id, userId, revokedAt: null },
        data: { revokedAt: new Date() },
      }),
      'API token',
    )
    await work.audit({
      actor: viewer,
      action: 'API_TOKEN_REVOKED',
      subject: { type: 'ApiToken', id, label: revoked.name },
    })
    return revoked
  })
  await announceAccess(services, { accountId, tokenIds: [id] })
  return apiToken
}
