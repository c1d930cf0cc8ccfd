import { BatchQueue } from '../../database/batch-queue.ts'
import type { Pool } from '../../database/client.ts'
import { appendEntries, type Entry } from './append-entries.ts'
import type { AppendResult } from './append-result.ts'

/** Appends entries; null for one that must be stored in another way: see `appendEntries`. */
export type AppendQueue = BatchQueue<Entry, AppendResult | null>

/** Messages of different visitors share a statement; those of one visitor are appended one after the other. */
export function createAppendQueue(pool: Pool): AppendQueue {
  return new BatchQueue({
    keyOf: ({ channelId, key }) => `${channelId}:${key}`,
    async run(entries) {
      const found = await appendEntries(pool, entries)
      return entries.map(({ parcel }) => found.get(parcel.message.id) ?? null)
    },
  })
}
