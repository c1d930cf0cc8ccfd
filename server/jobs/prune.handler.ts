import { LOG_DAYS } from '../events/position.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { handleJob } from './define-job.ts'
import { prune } from './prune.ts'

const DAY_MS = 24 * 3_600_000
/** How long what was sent to bots, and by them, can be looked at, and why a link or an API token no longer works. */
const LOOK_BACK_DAYS = 30

export const pruneHandler = handleJob(prune, async ({ services: { db } }) => {
  const now = Date.now()
  const lookBack = new Date(now - LOOK_BACK_DAYS * DAY_MS)
  // Ids grow with time, so that nothing but what goes is read.
  const firstKept = Prisma.sql`
    SELECT id FROM "Event" WHERE "createdAt" >= ${new Date(now - LOG_DAYS * DAY_MS)} ORDER BY id LIMIT 1`
  await db.$executeRaw`DELETE FROM "Event" WHERE id < (${firstKept})`
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: new Date(now - DAY_MS) } } })
  await db.botEvent.deleteMany({
    where: { createdAt: { lt: lookBack }, state: { not: 'PENDING' } },
  })
  await db.session.deleteMany({ where: { expiresAt: { lt: new Date(now) } } })
  await db.userInvitation.deleteMany({ where: { expiresAt: { lt: lookBack } } })
  await db.apiToken.deleteMany({ where: { expiresAt: { lt: lookBack } } })
  return undefined
})
