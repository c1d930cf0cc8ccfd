import { transact } from '../../../events/transact.ts'
import type { Services } from '../../../services.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { requireSurvivor } from '../../visitors/lock-survivor.ts'
import { limitVisitor } from '../limit-visitor.ts'
import { endVisitInvitation } from './end-visit-invitation.ts'

interface DismissVisitInvitation {
  visitor: VisitorPrincipal
  invitationId: string
}

/** Records that a visitor closed an operator's invitation. They accept one by writing. */
export async function dismissVisitInvitation(
  services: Services,
  { visitor, invitationId: id }: DismissVisitInvitation,
): Promise<void> {
  await limitVisitor(services, visitor, 'data')
  await transact(services, async (work) => {
    const { id: visitorId } = await requireSurvivor(work.tx, visitor)
    await endVisitInvitation(work, { visitor: { ...visitor, visitorId }, id, state: 'DISMISSED' })
  })
}
