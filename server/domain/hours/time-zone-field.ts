import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'

/** A time zone by its IANA name, as it is entered. */
export const timeZoneField = z
  .string()
  .trim()
  .refine(isTimeZone, 'Enter a time zone by its IANA name, such as Europe/Berlin.')

/** Whether times can be calculated in it; what `Intl` knows besides, such as `PST`, is no time zone of the IANA. */
function isTimeZone(name: string): boolean {
  // An offset is not a time zone: it has no summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
