import type { Tx } from '../db.ts'
import type { Services } from '../services.ts'
import { type NewEvent, type RecordedEvent, recordEvent } from './record.ts'

export interface Record {
  (event: NewEvent, extra?: Omit<RecordedEvent, 'event'>): Promise<void>
  /** Wakes a lane after the commit. */
  wake(lane: string): void
}

/**
 * Runs the single transaction of a verb. What it records is stored with the change and announced after the commit,
 * never before.
 */
export async function transact<T>(
  services: Services,
  work: (tx: Tx, record: Record) => Promise<T>,
): Promise<T> {
  let recorded: RecordedEvent[] = []
  let lanes: string[] = []
  const result = await services.db.$transaction((tx) => {
    recorded = []
    lanes = []
    const record = async (event: NewEvent, extra?: Omit<RecordedEvent, 'event'>) => {
      recorded.push(await recordEvent(tx, event, extra))
    }
    return work(tx, Object.assign(record, { wake: (lane: string) => void lanes.push(lane) }))
  })
  services.announcer.announce(recorded)
  for (const lane of lanes) services.announcer.wake(lane)
  return result
}
