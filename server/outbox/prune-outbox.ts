import type { Db } from '../database/client.ts'
import { outboxKinds } from './kinds.ts'

const DAY_MS = 24 * 3_600_000

/** Removes what has left longer ago than its kind is kept. */
export async function pruneOutbox(db: Db): Promise<void> {
  for (const { name: kind, keepDays } of outboxKinds) {
    if (keepDays === null) continue
    const createdAt = { lt: new Date(Date.now() - keepDays * DAY_MS) }
    await db.outboxItem.deleteMany({ where: { kind, createdAt, state: { not: 'PENDING' } } })
  }
}
