import type { Work } from '../../../events/transact.ts'
import type { VisitInvitation } from '../../../generated/prisma/client.ts'
import type { VisitorPrincipal } from '../../principal.ts'

interface EndVisitInvitation {
  visitor: Pick<VisitorPrincipal, 'accountId' | 'channelId' | 'visitorId'>
  id: string
  state: 'ACCEPTED' | 'DISMISSED'
}

/**
 * Records how a visitor reacted to an operator's invitation; null when they have already done so, or it is not
 * theirs.
 */
export async function endVisitInvitation(
  work: Work,
  { visitor: { accountId, channelId, visitorId }, id, state }: EndVisitInvitation,
): Promise<VisitInvitation | null> {
  const [invitation] = await work.tx.visitInvitation.updateManyAndReturn({
    where: { id, visitorId, state: 'PENDING' },
    data: { state, answeredAt: new Date() },
  })
  if (!invitation) return null
  await work.record({
    accountId,
    kind: 'VISIT_INVITATION_ANSWERED',
    actor: { type: 'VISITOR', id: visitorId },
    channelId,
    subjectId: visitorId,
    visitorId,
    data: { invitationId: id },
  })
  return invitation
}
