import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../../process/env.ts'
import { bytesOfUuid, uuidOfBytes } from '../../../text/uuid.ts'
import { addressHash } from './unsubscribed-address.ts'

/** Whose mails it is about: the account, and what is stored of the address. */
interface Subscription {
  accountId: string
  addressHash: Buffer<ArrayBuffer>
}

const UUID_BYTES = 16
const HASH_BYTES = 32
/** The account's id and the hash of the address, signed with HMAC-SHA-256, in base64url. */
const FORM = /^([\w-]{64})\.([\w-]{43})$/

/** The address of the page that ends mails to this address, and of the one-click request (RFC 8058). It never expires. */
export function unsubscribeUrl(
  { http, secretKey }: Pick<Env, 'http' | 'secretKey'>,
  { accountId, email }: { accountId: string; email: string },
): string {
  const content = Buffer.concat([bytesOfUuid(accountId), addressHash(accountId, email)]).toString('base64url')
  return `${http.publicUrl}/unsubscribe/${content}.${sign(secretKey, content)}`
}

/** The content of a token; null for one that was not signed with this key. */
export function readUnsubscribeToken(secretKey: Buffer, token: string): Subscription | null {
  const [, content, signature] = FORM.exec(token) ?? []
  if (!content || !signature) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secretKey, content)))) return null
  const bytes = Buffer.from(content, 'base64url')
  return {
    accountId: uuidOfBytes(bytes.subarray(0, UUID_BYTES)),
    addressHash: Buffer.from(bytes.subarray(UUID_BYTES, UUID_BYTES + HASH_BYTES)),
  }
}

function sign(secretKey: Buffer, content: string): string {
  return createHmac('sha256', secretKey).update(`unsubscribe ${content}`).digest('base64url')
}
