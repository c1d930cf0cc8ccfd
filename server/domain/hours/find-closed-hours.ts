import type { Db } from '../../database/client.ts'
import { isOpen } from './is-open.ts'
import { readOpeningHours } from './read-opening-hours.ts'

/** The ids of all hours of the installation outside of which it is now. */
export async function findClosedHours(db: Db, now = new Date()): Promise<string[]> {
  const all = await db.businessHours.findMany({ omit: { accountId: true } })
  return all.filter((hours) => !isOpen(readOpeningHours(hours), now)).map(({ id }) => id)
}
