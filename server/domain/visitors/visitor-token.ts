import { createHmac, timingSafeEqual } from 'node:crypto'
import { bytesOfUuid, uuidOfBytes, uuidv7 } from '../../text/uuid.ts'

/** The content of a visitor's token. */
export interface VisitorToken {
  /** The token's own id. */
  id: string
  channelId: string
  visitorId: string
  expiresAt: Date
}

/** Three UUIDs and seconds since 1970, signed with HMAC-SHA-256, in base64url. */
const FORM = /^swv_([\w-]{72})\.([\w-]{43})$/
const UUID_BYTES = 16
const SECONDS_AT = 3 * UUID_BYTES
const BYTES = SECONDS_AT + 6

/**
 * Creates a token that lets a browser act as one visitor of one channel. Nothing is stored. It belongs in a header or
 * in connection parameters, never in an address, where logs and other pages would see it.
 */
export function createVisitorToken(
  secretKey: Buffer,
  { channelId, visitorId, expiresAt }: Omit<VisitorToken, 'id'>,
): string {
  const bytes = Buffer.alloc(BYTES)
  for (const [place, id] of [uuidv7(), channelId, visitorId].entries()) {
    bytesOfUuid(id).copy(bytes, place * UUID_BYTES)
  }
  bytes.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), SECONDS_AT, 6)
  const content = bytes.toString('base64url')
  return `swv_${content}.${sign(secretKey, content)}`
}

/** The content of the token, even if it has expired; null for one that was not signed with this key. */
export function readVisitorToken(secretKey: Buffer, token: string): VisitorToken | null {
  const [, content, signature] = FORM.exec(token) ?? []
  if (!content || !signature) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secretKey, content)))) return null
  const bytes = Buffer.from(content, 'base64url')
  const uuidAt = (place: number) => uuidOfBytes(bytes.subarray(place * UUID_BYTES, (place + 1) * UUID_BYTES))
  return {
    id: uuidAt(0),
    channelId: uuidAt(1),
    visitorId: uuidAt(2),
    expiresAt: new Date(bytes.readUIntBE(SECONDS_AT, 6) * 1000),
  }
}

/**
 * The purpose is part of what is signed: no signature of another kind passes for a token. Compare it as text: the same
 * bytes have four spellings in base64url, and a token has one.
 */
function sign(secretKey: Buffer, content: string): string {
  return createHmac('sha256', secretKey).update(`visitor-token ${content}`).digest('base64url')
}
