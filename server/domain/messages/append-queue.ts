import { BatchQueue } from '../../database/batch-queue.ts'
import type { Pool } from '../../database/client.ts'
import type { Announcer } from '../../events/announce.ts'
import type { RecordedEvent } from '../../events/record.ts'
import { appendEntries, type Entry } from './append-entries.ts'

/** Appends entries. The result is the event to announce, or null for a message that must be stored in another way. */
export type AppendQueue = BatchQueue<Entry, RecordedEvent | null>

/** Messages of different visitors share a statement; those of one visitor are appended one after the other. */
export function createAppendQueue(services: { pool: Pool; announcer: Announcer }): AppendQueue {
  return new BatchQueue({
    keyOf: ({ columns: { channelId, key } }) => `${channelId}:${key}`,
    async run(entries) {
      const found = await appendEntries(services, entries)
      return entries.map(({ row }) => found.get(row.id) ?? null)
    },
  })
}
