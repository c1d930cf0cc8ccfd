import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { limitVisitor } from './limit-visitor.ts'

/** Hides from a visitor what was said until now, on all of their devices. Operators keep it. Throws `too_many_requests`. */
export async function clearHistory(
  services: Services,
  { visitor, now = new Date() }: { visitor: VisitorPrincipal; now?: Date },
): Promise<void> {
  await limitVisitor(services, visitor, 'data')
  const { accountId, channelId, visitorId } = visitor
  await services.db.visit.upsert({
    where: { visitorId },
    create: { visitorId, accountId, channelId, clearedAt: now },
    update: { clearedAt: now },
  })
}
