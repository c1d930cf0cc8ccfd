import type { Prisma } from '../../generated/prisma/client.ts'

/** The `where` of invitations that can still be accepted. */
export function pending() {
  return {
    acceptedAt: null,
    revokedAt: null,
    expiresAt: { gt: new Date() },
  } satisfies Prisma.UserInvitationWhereInput
}
