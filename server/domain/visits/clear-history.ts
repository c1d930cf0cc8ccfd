import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { requireSurvivor } from '../visitors/lock-survivor.ts'
import { limitVisitor } from './limit-visitor.ts'

/**
 * Hides the conversation so far from a visitor, on all of their devices. Operators still see it. Throws
 * `too_many_requests`.
 */
export async function clearHistory(
  services: Services,
  { visitor }: { visitor: VisitorPrincipal },
): Promise<void> {
  await limitVisitor(services, visitor, 'data')
  const { accountId, channelId } = visitor
  const clearedAt = new Date()
  await transact(services, async (work) => {
    const { tx } = work
    const { id: visitorId } = await requireSurvivor(tx, visitor)
    await tx.$executeRaw`UPDATE "Chat" SET "clearedSeq" = "lastSeq" WHERE id IN (
      SELECT id FROM "Chat" WHERE "visitorId" = ${visitorId}::uuid AND "lastSeq" > "clearedSeq"
      ORDER BY id FOR NO KEY UPDATE)`
    await tx.visit.upsert({
      where: { visitorId },
      create: { visitorId, accountId, channelId, clearedAt },
      update: { clearedAt },
    })
    await work.record({
      ...{ accountId, channelId, visitorId, subjectId: visitorId },
      kind: 'HISTORY_CLEARED',
      actor: { type: 'VISITOR', id: visitorId },
    })
  })
}
