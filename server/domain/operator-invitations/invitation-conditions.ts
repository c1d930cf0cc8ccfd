import type { Prisma, User, UserInvitation } from '../../generated/prisma/client.ts'

/** The `where` of invitations that were not accepted or revoked and have not expired. */
export function whereOpen() {
  return {
    acceptedAt: null,
    revokedAt: null,
    expiresAt: { gt: new Date() },
  } satisfies Prisma.UserInvitationWhereInput
}

/** The `where` of those that can still be accepted: the sender is still an admin, and always was. */
export function wherePending() {
  return {
    ...whereOpen(),
    endedAt: null,
    invitedBy: { role: 'ADMIN', deactivatedAt: null },
  } satisfies Prisma.UserInvitationWhereInput
}

/** The same of an invitation that was read, and its sender. */
export function isPending(invitation: UserInvitation, { role, deactivatedAt }: User): boolean {
  const { acceptedAt, revokedAt, endedAt, expiresAt } = invitation
  const isOpen = acceptedAt === null && revokedAt === null && expiresAt > new Date()
  return isOpen && endedAt === null && role === 'ADMIN' && deactivatedAt === null
}
