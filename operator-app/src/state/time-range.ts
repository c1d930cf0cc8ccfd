import { startOfDay } from './start-of-day.ts'

/** The `TimeRange` of the API for two days in the viewer's time zone, both included; nothing when both are empty. */
export function toTimeRange(from: string, to: string): { since?: string; until?: string } | undefined {
  if (from === '' && to === '') return undefined
  return { ...(from && { since: startOfDay(from, 0) }), ...(to && { until: startOfDay(to, 1) }) }
}
