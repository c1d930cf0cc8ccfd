import { expect } from 'vitest'
import type { Db } from '../../server/database/client.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { until } from './until.ts'
import { whileHeld } from './while-held.ts'

/** What verbs write last, and what nobody writes to while it is held. */
const LOGS = Prisma.sql`LOCK TABLE "Event", "AuditEntry" IN SHARE MODE`

/**
 * Runs requests one in the other: each begins when those before it have done everything but tell the logs, or wait for
 * one of them, so that none sees what another has done unless it waits. Their answers.
 */
export async function atOnce<T>(db: Db, requests: readonly (() => Promise<T>)[]): Promise<T[]> {
  const running = await whileHeld(db, LOGS, async () => {
    const started: Promise<T>[] = []
    let over = 0
    for (const request of requests) {
      const answer = request()
      Promise.allSettled([answer]).then(() => over++)
      started.push(answer)
      await until(async () => expect(over + (await countWaiting(db))).toBe(started.length))
    }
    return started
  })
  return Promise.all(running)
}

async function countWaiting(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return row?.waiting ?? 0
}
