import type { Tx } from '../database/client.ts'
import { retryDeadlock } from '../database/retry-conflict.ts'
import { auditEntry, type NewAuditEntry } from '../domain/audit/audit-entry.ts'
import type { OutboxItem } from '../generated/prisma/client.ts'
import type { Services } from '../services.ts'
import { type EventDraft, type NewEvent, type RecordedEvent, recordEvents } from './record.ts'
import { settingsEvent } from './settings-event.ts'

/** A verb's unit of work: its only transaction, and what is announced once it is committed. */
export interface Work {
  readonly tx: Tx
  /** Stores an event with the change, to be announced after the commit. */
  record(event: NewEvent, extra?: Pick<RecordedEvent, 'snapshot'>): Promise<void>
  /**
   * Stores who made the change, for the audit log, and the event of a setting that has no other; nothing if nothing has
   * changed.
   */
  audit(entry: NewAuditEntry): Promise<void>
  /** The same for many events at once, in their order. */
  recordAll(drafts: EventDraft[]): Promise<void>
  /** Announces an event that a statement stored itself, and the resulting outbox items. */
  announce(event: RecordedEvent): void
  /** After the commit, wakes a lane with an item that waits for a reason other than an event; `messageId` is the item's. */
  wake(lane: string, messageId?: string | null): void
}

/**
 * Runs the single transaction of a verb. What it records is stored with the change and announced after the commit,
 * never before. After a deadlock it runs again: `run` changes nothing but the database.
 */
export async function transact<T>(services: Services, run: (work: Work) => Promise<T>): Promise<T> {
  const { result, recorded, lanes } = await services.tracing.run('transaction', {}, () =>
    retryDeadlock(() => runOnce(services, run)),
  )
  services.announcer.announce(recorded)
  for (const { lane, messageId } of lanes) services.announcer.wake(lane, messageId)
  return result
}

type WokenLane = Pick<OutboxItem, 'lane' | 'messageId'>

async function runOnce<T>(
  services: Services,
  run: (work: Work) => Promise<T>,
): Promise<{ result: T; recorded: RecordedEvent[]; lanes: WokenLane[] }> {
  const recorded: RecordedEvent[] = []
  const lanes: WokenLane[] = []
  const result = await services.db.$transaction((tx) =>
    run({
      tx,
      async record(event, extra) {
        recorded.push(...(await recordEvents(tx, [{ event, ...extra }])))
      },
      async audit(entry) {
        const data = auditEntry(entry)
        if (!data) return
        await tx.auditEntry.create({ data })
        const event = settingsEvent(entry)
        if (event) recorded.push(...(await recordEvents(tx, [{ event }])))
      },
      async recordAll(drafts) {
        recorded.push(...(await recordEvents(tx, drafts)))
      },
      announce(event) {
        recorded.push(event)
      },
      wake(lane, messageId = null) {
        lanes.push({ lane, messageId })
      },
    }),
  )
  return { result, recorded, lanes }
}
