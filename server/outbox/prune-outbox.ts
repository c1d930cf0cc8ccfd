import type { Db } from '../database/client.ts'
import { deleteOlder } from '../database/delete-older.ts'
import { DAY_MS } from '../durations.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { outboxKinds } from './kinds.ts'

interface Run {
  now: Date
  timeIsUp: AbortSignal
}

/** Deletes finished items that are older than their kind is kept. */
export async function pruneOutbox(db: Db, { now, timeIsUp }: Run): Promise<void> {
  for (const { name, keepDays } of outboxKinds) {
    if (keepDays === null) continue
    await deleteOlder(db, {
      table: 'OutboxItem',
      column: 'createdAt',
      before: new Date(now.getTime() - keepDays * DAY_MS),
      where: Prisma.sql`kind = ${name} AND state <> 'PENDING'`,
      timeIsUp,
    })
  }
}
