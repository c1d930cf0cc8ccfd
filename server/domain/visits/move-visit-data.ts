import type { Tx } from '../../database/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/**
 * The widget's data of a merged visitor becomes the survivor's; the current page is that of the one who was seen
 * last.
 */
export async function moveVisitData(tx: Tx, survivorId: string, mergedId: string): Promise<void> {
  // One can be pending, and none beside an open chat.
  const isTaken =
    (await tx.visitInvitation.count({ where: { visitorId: survivorId, state: 'PENDING' } })) > 0 ||
    (await tx.chat.count({ where: { visitorId: survivorId, status: { not: 'CLOSED' } } })) > 0
  if (isTaken) await tx.visitInvitation.deleteMany({ where: { visitorId: mergedId, state: 'PENDING' } })
  await tx.visitInvitation.updateMany({ where: { visitorId: mergedId }, data: { visitorId: survivorId } })
  const merged = await tx.visit.findUnique({ where: { visitorId: mergedId } })
  if (!merged) return
  const survivor = await tx.visit.findUnique({ where: { visitorId: survivorId } })
  await tx.visit.delete({ where: { visitorId: mergedId } })
  const newer = survivor && survivor.lastSeenAt > merged.lastSeenAt ? survivor : merged
  const { visitorId: _visitorId, ...rest } = newer
  const data = {
    ...rest,
    visits: merged.visits + (survivor?.visits ?? 0),
    clearedAt: survivor?.clearedAt ?? null,
    attributes: {
      ...(merged.attributes as Prisma.JsonObject),
      ...(survivor?.attributes as Prisma.JsonObject | undefined),
    },
    utm: rest.utm ?? Prisma.DbNull,
    geo: rest.geo ?? Prisma.DbNull,
    trail: rest.trail ?? [],
    customData: rest.customData ?? [],
  }
  await tx.visit.upsert({
    where: { visitorId: survivorId },
    create: { ...data, visitorId: survivorId },
    update: data,
  })
}
