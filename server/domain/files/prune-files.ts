import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { removeFiles } from './remove-files.ts'

/**
 * Since this migration messages name their files. Processes of the version before, which ran on for a while, did not:
 * what was uploaded around that time stays.
 */
const NOTED_SINCE = '20261122020000_file_life'
/** A process may have stopped in the middle of it, and a slow upload writes now and then. */
const UNFINISHED_MS = 3_600_000

/**
 * Removes uploads older than `before` that no message shows and that are nobody's photo: never sent, or what showed
 * them is gone. Also the parts that killed uploads have left.
 */
export async function pruneFiles(services: Services, before: Date, timeIsUp?: AbortSignal): Promise<void> {
  await services.storage.removeUnfinished(new Date(Date.now() - UNFINISHED_MS))
  await removeFiles(
    services,
    Prisma.sql`f."createdAt" < ${before} AND NOT EXISTS (
      SELECT FROM _prisma_migrations m
      WHERE m.migration_name = ${NOTED_SINCE}
        AND f."createdAt" BETWEEN m.finished_at - interval '1 day' AND m.finished_at + interval '1 day')`,
    timeIsUp,
  )
}
