/** One field that somebody has changed. Its values are texts; null where there was none, or where it is a secret. */
export type AuditChange = {
  field: string
  before: string | null
  after: string | null
}

/** A value of such a field is in no log, whoever names it. */
const SECRET = /secret|hash|password|token|encrypted|key$/i

/** What their names only sound like: where a token is fetched, and how long a secret is valid. */
const PLAIN = new Set(['tokenUrl', 'oldSecretUntil'])

/** What changes by itself, and what the entry tells already. */
const OWN = new Set(['id', 'accountId', 'createdAt', 'updatedAt'])

/** The fields that differ. Of a secret only that it has changed is told. */
export function changesBetween(before: object, after: object): AuditChange[] {
  const [old, current] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  const fields = new Set([...Object.keys(old), ...Object.keys(current)])
  return [...fields]
    .filter((field) => !OWN.has(field))
    .map((field) => ({ field, before: textOf(old[field]), after: textOf(current[field]) }))
    .filter(({ before, after }) => before !== after)
    .map((change) => (isSecret(change.field) ? { ...change, before: null, after: null } : change))
}

function isSecret(field: string): boolean {
  return SECRET.test(field) && !PLAIN.has(field)
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : JSON.stringify(value)
}
