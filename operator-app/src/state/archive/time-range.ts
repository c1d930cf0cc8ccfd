/** The `TimeRange` of the API for two days in the viewer's time zone, both included; nothing when both are empty. */
export function toTimeRange(from: string, to: string): { since?: string; until?: string } | undefined {
  if (from === '' && to === '') return undefined
  return { ...(from && { since: startOfDay(from, 0) }), ...(to && { until: startOfDay(to, 1) }) }
}

/** When a day (`2026-01-31`) begins where the viewer is, some days later; ISO 8601. */
function startOfDay(day: string, later: number): string {
  const start = new Date(`${day}T00:00`)
  start.setDate(start.getDate() + later)
  return start.toISOString()
}
