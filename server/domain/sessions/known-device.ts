import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 16 bytes and an HMAC-SHA-256, in base64url. */
const FORM = /^([\w-]{22})\.([\w-]{43})$/

/**
 * What a browser keeps after somebody signed in there. It gives no access: it only proves that attempts for this
 * e-mail address from this browser are not those of strangers, wherever the browser is.
 */
export function createDevice(secretKey: Buffer, email: string): string {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${sign(secretKey, email, id)}`
}

/** The device's id; null if it is missing, forged or somebody else's. */
export function findDevice(secretKey: Buffer, email: string, device: string | undefined): string | null {
  const [, id, signature] = FORM.exec(device ?? '') ?? []
  if (!id || !signature) return null
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secretKey, email, id))) ? id : null
}

function sign(secretKey: Buffer, email: string, id: string): string {
  return createHmac('sha256', secretKey).update(`device ${id} ${email}`).digest('base64url')
}
