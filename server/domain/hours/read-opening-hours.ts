import type { BusinessHours } from '../../generated/prisma/client.ts'
import { businessHoursFields } from './business-hours-fields.ts'
import type { OpeningHours } from './opening-hours.ts'

type Stored = Pick<BusinessHours, 'timeZone' | 'weekly' | 'holidays'> & {
  /** ISO 8601 in what SQL made JSON of. */
  closedUntil: Date | string | null
}

/**
 * Hours as they are stored, by Prisma or as JSON of a statement (`opening-hours-sql.ts`). A time zone that is not known (any
 * more) is UTC: who asks about the hours of many accounts must not fail for one of them.
 */
export function readOpeningHours({ timeZone, weekly, holidays, closedUntil }: Stored): OpeningHours {
  return {
    timeZone: businessHoursFields.timeZone.catch('UTC').parse(timeZone),
    weekly: businessHoursFields.weekly.catch([]).parse(weekly),
    holidays: businessHoursFields.holidays.catch([]).parse(holidays),
    closedUntil: closedUntil === null ? null : new Date(closedUntil),
  }
}
