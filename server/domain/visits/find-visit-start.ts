import type { Db } from '../../database/client.ts'

/** When the present visit of this visitor began; null for somebody who has never been on a website. */
export async function findVisitStart(db: Db, visitorId: string): Promise<Date | null> {
  const visit = await db.visit.findUnique({ where: { visitorId }, select: { startedAt: true } })
  return visit?.startedAt ?? null
}
