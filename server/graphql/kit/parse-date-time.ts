const RFC_3339 =
  /^\d{4}-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/** The moment that an RFC 3339 text with a zone names, in the years 1 to 9999 (UTC). Null for anything else. */
export function parseDateTime(value: unknown): Date | null {
  const [text, month, day] = typeof value === 'string' ? (RFC_3339.exec(value) ?? []) : []
  if (!text || !isDay(text.slice(0, 4), month, day)) return null
  const moment = new Date(text.toUpperCase())
  const year = moment.getUTCFullYear()
  // PostgreSQL has no year 0, and ISO 8601 writes years after 9999 in another way.
  return year >= 1 && year <= 9999 ? moment : null
}

/** Date.parse takes the 30th of February for a day in March. */
function isDay(year: string, month = '', day = ''): boolean {
  return new Date(`${year}-${month}-${day}`).toJSON()?.slice(8, 10) === day
}
