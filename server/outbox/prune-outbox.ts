import type { Db } from '../database/client.ts'
import { DAY_MS } from '../durations.ts'
import { outboxKinds } from './kinds.ts'

/** Deletes finished items that are older than their kind is kept. */
export async function pruneOutbox(db: Db): Promise<void> {
  for (const { name: kind, keepDays } of outboxKinds) {
    if (keepDays === null) continue
    const createdAt = { lt: new Date(Date.now() - keepDays * DAY_MS) }
    await db.outboxItem.deleteMany({ where: { kind, createdAt, state: { not: 'PENDING' } } })
  }
}
