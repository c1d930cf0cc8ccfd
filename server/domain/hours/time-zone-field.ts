import { z } from 'zod'

/** A time zone by its IANA name, as it is entered. */
export const timeZoneField = z
  .string()
  .trim()
  .refine(isTimeZone, 'Enter a time zone by its IANA name, such as Europe/Berlin.')

function isTimeZone(name: string): boolean {
  // An offset is not a time zone: it has no summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
