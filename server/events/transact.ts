import type { Tx } from '../db.ts'
import type { Services } from '../services.ts'
import { type NewEvent, type RecordedEvent, recordEvent } from './record.ts'

export type Record = (event: NewEvent, extra?: Omit<RecordedEvent, 'event'>) => Promise<void>

/**
 * Runs a verb's one transaction. What it records is stored with the change and announced after the commit,
 * never before.
 */
export async function transact<T>(
  services: Services,
  work: (tx: Tx, record: Record) => Promise<T>,
): Promise<T> {
  let recorded: RecordedEvent[] = []
  const result = await services.db.$transaction((tx) => {
    recorded = []
    return work(tx, async (event, extra) => {
      recorded.push(await recordEvent(tx, event, extra))
    })
  })
  services.announcer.announce(recorded)
  return result
}
