import { pruneFiles } from '../domain/files/prune-files.ts'
import { pruneRetained } from '../domain/retention/prune-retained.ts'
import { pruneVisitorPhotos } from '../domain/visitors/prune-visitor-photos.ts'
import { LOG_DAYS } from '../events/position.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { pruneOutbox } from '../outbox/prune-outbox.ts'
import { handleJob } from './handle-job.ts'
import { prune } from './prune.ts'

const DAY_MS = 24 * 3_600_000
/** How long what bots sent can be looked at, and why a link or an API token no longer works. */
const LOOK_BACK_DAYS = 30
/** Pictures of visitors are fetched again after this time, when somebody looks at them. */
const PHOTO_DAYS = 90
/** How long an operator may take to send what is uploaded. */
const UNSENT_DAYS = 1

export const pruneHandler = handleJob(prune, async ({ services }) => {
  const { db } = services
  const now = Date.now()
  const lookBack = new Date(now - LOOK_BACK_DAYS * DAY_MS)
  // Ids grow with time, so that nothing but what goes is read.
  const firstKept = Prisma.sql`
    SELECT id FROM "Event" WHERE "createdAt" >= ${new Date(now - LOG_DAYS * DAY_MS)} ORDER BY id LIMIT 1`
  await db.$executeRaw`DELETE FROM "Event" WHERE id < (${firstKept})`
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: new Date(now - DAY_MS) } } })
  await pruneOutbox(db)
  await db.incomingBotEvent.deleteMany({ where: { createdAt: { lt: lookBack } } })
  await db.session.deleteMany({ where: { expiresAt: { lt: new Date(now) } } })
  await db.passwordReset.deleteMany({ where: { expiresAt: { lt: new Date(now) } } })
  await db.userInvitation.deleteMany({ where: { expiresAt: { lt: lookBack } } })
  await db.apiToken.deleteMany({ where: { expiresAt: { lt: lookBack } } })
  await pruneRetained(services, new Date(now))
  await pruneFiles(services, new Date(now - UNSENT_DAYS * DAY_MS))
  await pruneVisitorPhotos(services, new Date(now - PHOTO_DAYS * DAY_MS))
  return undefined
})
