import { orNotFound } from '../../database/or-not-found.ts'
import { transact } from '../../events/transact.ts'
import type { UserInvitation } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { whereOpen } from './invitation-conditions.ts'

/** Ends an invitation before it is accepted. Throws `forbidden`, `not_found`. */
export async function revokeOperatorInvitation(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<UserInvitation> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return transact(services, async (work) => {
    const where = { id, accountId, ...whereOpen() }
    const write = work.tx.userInvitation.update({ where, data: { revokedAt: new Date() } })
    const revoked = await orNotFound(write, 'invitation')
    await work.audit({
      actor: viewer,
      action: 'OPERATOR_INVITATION_REVOKED',
      subject: { type: 'OperatorInvitation', id, label: revoked.email },
    })
    return revoked
  })
}
