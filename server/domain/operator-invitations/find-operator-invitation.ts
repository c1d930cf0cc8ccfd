import { hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { type Role, roleOf } from '../operators/role.ts'
import { wherePending } from './invitation-conditions.ts'

/** What the holder of a link sees before they join. */
export interface OperatorInvitationPreview {
  accountName: string
  email: string
  role: Role
  invitedByName: string
}

/** The invitation of a link; null when it no longer works: see `wherePending`. */
export async function findOperatorInvitation(
  { db }: Services,
  token: string,
): Promise<OperatorInvitationPreview | null> {
  const invitation = await db.userInvitation.findUnique({
    where: { tokenHash: hashSecret(token), ...wherePending() },
    include: { invitedBy: { select: { name: true, account: { select: { name: true } } } } },
  })
  if (!invitation) return null
  const { email, invitedBy } = invitation
  const { name, account } = invitedBy
  return { email, role: roleOf(invitation), invitedByName: name, accountName: account.name }
}
