import { expect } from 'vitest'
import type { Db } from '../../server/database/client.ts'
import { until } from './until.ts'

/** Resolves when a statement that contains the text waits for a lock, or as many of them as `count` says. */
export function untilLocked(db: Db, text: string, count = 1): Promise<void> {
  return until(async () => {
    const [row] = await db.$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, ${text}) > 0`
    expect(row?.waiting).toBeGreaterThanOrEqual(count)
  })
}
