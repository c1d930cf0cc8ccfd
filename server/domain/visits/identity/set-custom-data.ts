import { transient } from '../../../events/live-event.ts'
import type { Services } from '../../../services.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { requireSurvivor } from '../../visitors/lock-survivor.ts'
import { limitVisitor } from '../limit-visitor.ts'
import { type CustomItem, readCustomData } from './custom-data.ts'

/**
 * Shows the page's data about the visitor to the operators (contract, part 4.4: `setCustomData`), replacing earlier
 * data. Throws `too_many_requests`.
 */
export async function setCustomData(
  services: Services,
  { visitor, fields }: { visitor: VisitorPrincipal; fields: readonly CustomItem[] },
): Promise<void> {
  await limitVisitor(services, visitor, 'data')
  const { accountId, channelId } = visitor
  const { safeUrlHosts } = await services.db.account.findUniqueOrThrow({ where: { id: accountId } })
  const customData = readCustomData(fields, safeUrlHosts)
  const subjectId = await services.db.$transaction(async (tx) => {
    const { id: visitorId } = await requireSurvivor(tx, visitor)
    await tx.visit.upsert({
      where: { visitorId },
      create: { visitorId, accountId, channelId, customData },
      update: { customData },
    })
    return visitorId
  })
  services.announcer.tell(transient('VISIT_CHANGED', { accountId, channelId, subjectId }))
}
