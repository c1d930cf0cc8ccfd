import type { OpeningHours } from './opening-hours.ts'
import { localDate, spansFrom } from './opening-spans.ts'

/** Whether it is open at a moment. Without hours it always is. */
export function isOpen(hours: OpeningHours | null, at: Date): boolean {
  if (!hours) return true
  const { closedUntil, holidays, weekly, timeZone } = hours
  if (closedUntil && at < closedUntil) return false
  if (holidays.length === 0 && weekly.length === 0) return true
  const today = localDate(timeZone, at)
  const date = today.toString()
  if (holidays.some((holiday) => holiday.date === date)) return false
  if (weekly.length === 0) return true
  const moment = at.getTime()
  return [today.subtract({ days: 1 }), today].some((day) =>
    spansFrom(day, hours).some(({ from, to }) => from <= moment && moment < to),
  )
}
