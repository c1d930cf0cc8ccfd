import type { WebhookEndpoint } from '../../../generated/prisma/client.ts'
import type { Env } from '../../../process/env.ts'
import { decryptSecrets } from '../../../secrets.ts'

/**
 * The secrets that requests of an endpoint are signed with, the newest first. None when they were encrypted with another
 * SECRET_KEY: then nothing is sent until the secret is rotated.
 */
export function readWebhookSecrets(
  { secretKey }: Env,
  { secretEncrypted, oldSecretEncrypted }: Pick<WebhookEndpoint, 'secretEncrypted' | 'oldSecretEncrypted'>,
): string[] {
  const live = oldSecretEncrypted ? [secretEncrypted, oldSecretEncrypted] : [secretEncrypted]
  return decryptSecrets(live, secretKey)
}
