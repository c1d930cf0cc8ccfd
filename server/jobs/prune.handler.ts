import { handleJob } from './define-job.ts'
import { prune } from './prune.ts'

const DAY_MS = 24 * 3_600_000
/** Screens that were away for longer read everything again. */
const EVENT_DAYS = 7
/** How long what was sent to bots, and by them, can be looked at. */
const BOT_EVENT_DAYS = 30

export const pruneHandler = handleJob(prune, async ({ services: { db } }) => {
  const now = Date.now()
  await db.$executeRaw`DELETE FROM "Event" WHERE "createdAt" < ${new Date(now - EVENT_DAYS * DAY_MS)}`
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: new Date(now - DAY_MS) } } })
  await db.botEvent.deleteMany({
    where: { createdAt: { lt: new Date(now - BOT_EVENT_DAYS * DAY_MS) }, state: { not: 'PENDING' } },
  })
  await db.session.deleteMany({ where: { expiresAt: { lt: new Date(now) } } })
  return undefined
})
