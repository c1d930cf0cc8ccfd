import type { Env } from '../../../process/env.ts'
import { bytesOfUuid, uuidOfBytes } from '../../../text/uuid.ts'
import { readToken, signToken } from '../signed-token.ts'
import { addressHash } from './unsubscribed-address.ts'

/** Whose mails it is about: the account, and what is stored of the address. */
interface Subscription {
  accountId: string
  addressHash: Buffer<ArrayBuffer>
}

const UUID_BYTES = 16
const HASH_BYTES = 32
const PURPOSE = 'unsubscribe'

/** The address of the page that ends mails to this address, and of the one-click request (RFC 8058). It never expires. */
export function unsubscribeUrl(
  { http, secretKey }: Pick<Env, 'http' | 'secretKey'>,
  { accountId, email }: { accountId: string; email: string },
): string {
  const content = Buffer.concat([bytesOfUuid(accountId), addressHash(accountId, email)])
  return `${http.publicUrl}/unsubscribe/${signToken(content, { secretKey, purpose: PURPOSE })}`
}

/** The content of a token; null for one that was not signed with this key. */
export function readUnsubscribeToken(secretKey: Buffer, token: string): Subscription | null {
  const bytes = readToken(token, { secretKey, purpose: PURPOSE }, UUID_BYTES + HASH_BYTES)
  return (
    bytes && {
      accountId: uuidOfBytes(bytes.subarray(0, UUID_BYTES)),
      addressHash: Buffer.from(bytes.subarray(UUID_BYTES)),
    }
  )
}
