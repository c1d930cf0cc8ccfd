import { inBatches } from '../../database/in-batches.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { PruneRun } from '../retention/prune-run.ts'
import { removeFiles, UNUSED } from './remove-files.ts'

/**
 * Since this migration messages name their files. Processes of the previous version, which kept running for a
 * while, did not: uploads from around that time are kept. An installation that began with this migration has had none.
 */
const UPGRADE = Prisma.sql`SELECT FROM _prisma_migrations m WHERE m.migration_name = '20261122020000_file_life'
  AND m.finished_at > (SELECT min(finished_at) FROM _prisma_migrations) + interval '10 minutes'`
/** Files that a statement looks at. */
const BATCH = 1_000
/** The newest files are looked at first, and ids are in the order of time. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** A process may have stopped in the middle of it, and a slow upload writes now and then. */
const UNFINISHED_MS = 3_600_000

/** How long somebody may take to send what is uploaded. Anybody can be a visitor. */
const UNSENT_HOURS = { operator: 24, visitor: 6 }

/**
 * Deletes uploads that no message shows, that no canned reply has and that are nobody's photo and no widget's logo:
 * they were never sent, or what showed them was deleted. Also deletes the parts of interrupted uploads.
 */
export async function pruneFiles(services: Services, { now, timeIsUp }: PruneRun): Promise<void> {
  await services.storage.removeUnfinished(new Date(now.getTime() - UNFINISHED_MS))
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  let before: string = LAST_ID
  const lookAtSome = async () => {
    const seen = await services.db.$queryRaw<{ id: string; isUnsent: boolean }[]>`
      SELECT f.id, f."createdAt" < CASE WHEN f."visitorId" IS NULL THEN ${hoursAgo(UNSENT_HOURS.operator)}::timestamptz
          ELSE ${hoursAgo(UNSENT_HOURS.visitor)}::timestamptz END
        AND ${UNUSED} AND NOT EXISTS (${UPGRADE} AND f."createdAt"
          BETWEEN m.finished_at - interval '1 day' AND m.finished_at + interval '1 day') AS "isUnsent"
      FROM (SELECT * FROM "File" WHERE id < ${before}::uuid ORDER BY id DESC LIMIT ${BATCH}) f
      ORDER BY f.id DESC`
    await removeFiles(
      services,
      seen.flatMap(({ id, isUnsent }) => (isUnsent ? id : [])),
    )
    before = seen.at(-1)?.id ?? before
    return seen.length
  }
  await inBatches(BATCH, lookAtSome, timeIsUp)
}
