import { createHmac, timingSafeEqual } from 'node:crypto'

/** What is signed, in base64url, and the signature. */
const FORM = /^([\w-]{1,200})\.([\w-]{43})$/

/** What a token is for, and the key of the installation: a token for one purpose is none for another. */
interface Signing {
  secretKey: Buffer
  purpose: string
}

/** A token for a link that never expires: its content can be read by everyone and made by nobody else (HMAC-SHA-256). */
export function signToken(content: Buffer, signing: Signing): string {
  const text = content.toString('base64url')
  return `${text}.${sign(text, signing)}`
}

/** The content of a token, which has this many bytes; null for one that was not signed with this key for this. */
export function readToken(token: string, signing: Signing, bytes: number): Buffer | null {
  const [, text, signature] = FORM.exec(token) ?? []
  if (!text || !signature) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text, signing)))) return null
  const content = Buffer.from(text, 'base64url')
  return content.length === bytes ? content : null
}

function sign(text: string, { secretKey, purpose }: Signing): string {
  return createHmac('sha256', secretKey).update(`${purpose} ${text}`).digest('base64url')
}
