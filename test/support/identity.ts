import { createHmac } from 'node:crypto'

/** What the account's website signs with. */
export const IDENTITY_SECRET = 'a secret of sixteen'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token that says who a visitor is, as the website's server makes it. */
export function signIdentity(
  claims: object,
  { secret = IDENTITY_SECRET, header = { alg: 'HS256', typ: 'JWT' } as object } = {},
): string {
  const content = `${part(header)}.${part(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}
