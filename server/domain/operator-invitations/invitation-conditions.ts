import type { Prisma } from '../../generated/prisma/client.ts'

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
