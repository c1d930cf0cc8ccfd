/** One field that was changed. Its values are texts; null if there was none, or if it is a secret. */
export type AuditChange = {
  field: string
  before: string | null
  after: string | null
}

/** The value of such a field is never logged. */
const SECRET = /secret|hash|password|token|encrypted|key$/i

/** Exceptions that only sound like secrets: where a token is fetched, and how long a secret is valid. */
const PLAIN = new Set(['tokenUrl', 'oldSecretUntil'])

/** Fields that change automatically, and those that the entry contains already. */
const OWN = new Set(['id', 'accountId', 'createdAt', 'updatedAt'])

/** The fields that differ. Of a secret, only the fact that it changed. */
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
