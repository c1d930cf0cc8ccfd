import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../text/parse-json.ts'

const FORM = /^([\w-]+)\.([\w-]+)\.([\w-]{43})$/
/** Clocks differ. */
const LEEWAY_SECONDS = 60

const header = z.object({ alg: z.literal('HS256') })
const claims = z.object({
  id: z.union([z.string().trim().min(1).max(255), z.int()]).transform(String),
  exp: z.number().optional(),
  nbf: z.number().optional(),
})

/**
 * The identifier in a signed user token: a JWT (RFC 7519) with the claim `id`, signed with HS256 and nothing else.
 * Null for one that was signed with another secret, has expired or is not a JWT. It is verified here because a
 * general verifier would have to be restricted to this algorithm.
 */
export function verifyIdentity(token: string, secret: string, now = new Date()): string | null {
  const [, head = '', body = '', signature = ''] = FORM.exec(token) ?? []
  if (!header.safeParse(decode(head)).success) return null
  const right = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  if (!timingSafeEqual(right, Buffer.from(signature, 'base64url'))) return null
  const { data } = claims.safeParse(decode(body))
  if (!data) return null
  const seconds = now.getTime() / 1000
  if (data.exp !== undefined && data.exp < seconds - LEEWAY_SECONDS) return null
  if (data.nbf !== undefined && data.nbf > seconds + LEEWAY_SECONDS) return null
  return data.id
}

function decode(part: string): unknown {
  try {
    return parseJson(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
