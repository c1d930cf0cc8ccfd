/** When a day (`2026-01-31`) begins where the viewer is, some days later; ISO 8601. */
export function startOfDay(day: string, later: number): string {
  const start = new Date(`${day}T00:00`)
  start.setDate(start.getDate() + later)
  return start.toISOString()
}
