import { orNotFound } from '../../database/or-not-found.ts'
import type { ApiToken } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import type { Viewer } from '../viewer.ts'

/** Ends one of the viewer's own API tokens and closes the sockets that it opened. Throws `not_found`. */
export async function revokeApiToken(
  services: Services,
  input: { viewer: Viewer; id: string },
): Promise<ApiToken> {
  const { userId, accountId } = input.viewer
  const apiToken = await orNotFound(
    services.db.apiToken.update({
      where: { id: input.id, userId, revokedAt: null },
      data: { revokedAt: new Date() },
    }),
    'API token',
  )
  await announceAccess(services, { accountId, tokenIds: [input.id] })
  return apiToken
}
