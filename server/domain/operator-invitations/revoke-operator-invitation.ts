import { orNotFound } from '../../database/or-not-found.ts'
import type { UserInvitation } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { open } from './pending.ts'

/** Ends an invitation before it is accepted. Throws `forbidden`, `not_found`. */
export async function revokeOperatorInvitation(
  { db }: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<UserInvitation> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return orNotFound(
    db.userInvitation.update({ where: { id, accountId, ...open() }, data: { revokedAt: new Date() } }),
    'invitation',
  )
}
