import type { Channel, ChatApiSettings } from '../../generated/prisma/client.ts'
import type { Env } from '../../process/env.ts'
import { createSecret, decryptSecret, encryptSecret, hashSecret } from '../../secrets.ts'

/**
 * A new random string for a chat channel's address: 256 bits, stored as a hash and, to be shown again,
 * encrypted.
 */
export function createChannelSecret({
  secretKey,
}: Env): Pick<ChatApiSettings, 'secretHash' | 'secretEncrypted'> {
  const secret = createSecret()
  return { secretHash: hashSecret(secret), secretEncrypted: encryptSecret(secret, secretKey) }
}

/**
 * The address that a client of a chat channel posts to (contract A2). Null when it was encrypted with another
 * SECRET_KEY: it still works, but only a new one can be shown.
 */
export function channelAddress(
  { http, secretKey }: Env,
  { publicId }: Pick<Channel, 'publicId'>,
  { secretEncrypted }: Pick<ChatApiSettings, 'secretEncrypted'>,
): string | null {
  const secret = decryptSecret(secretEncrypted, secretKey)
  return secret && `${http.publicUrl}/channel/${secret}/${publicId}`
}
