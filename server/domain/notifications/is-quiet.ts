import type { QuietHours } from './notification-settings.ts'

/** Whether somebody wants to be told of nothing at this time, by the clock of their time zone. */
export function isQuiet(hours: QuietHours | null, now: Date): boolean {
  if (!hours) return false
  const { from, to, timeZone } = hours
  const time = now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return from < to ? from <= time && time < to : from <= time || time < to
}
