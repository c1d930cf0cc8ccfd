import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { lockVisitor } from './lock-visitor.ts'
import { recordVisitorUpdate } from './record-visitor-update.ts'

/** Takes a visitor off the blacklist; what they sent meanwhile is lost. Throws `not_found`, `visitor_merged`. */
export function unblacklistVisitor(
  services: Services,
  { viewer, visitorId }: { viewer: Viewer; visitorId: string },
): Promise<Visitor> {
  return transact(services, async (work) => {
    const before = await lockVisitor(work.tx, { viewer, visitorId, field: 'input.id' })
    if (!before.blacklistedAt) return before
    const visitor = await work.tx.visitor.update({
      where: { id: visitorId },
      data: { blacklistedAt: null, blacklistReason: null },
    })
    await work.audit({
      actor: viewer,
      action: 'VISITOR_UNBLACKLISTED',
      subject: { type: 'Visitor', id: visitorId },
    })
    await recordVisitorUpdate(work, visitor, actorOf(viewer), { isInternal: true })
    return visitor
  })
}
