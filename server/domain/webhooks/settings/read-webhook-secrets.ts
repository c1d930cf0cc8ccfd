import type { Env } from '../../../env.ts'
import type { WebhookEndpoint } from '../../../generated/prisma/client.ts'
import { decryptSecret } from '../../../secrets.ts'

/** The secrets that requests of an endpoint are signed with, the newest first. */
export function readWebhookSecrets(
  { secretKey }: Env,
  { secretEncrypted, oldSecretEncrypted }: Pick<WebhookEndpoint, 'secretEncrypted' | 'oldSecretEncrypted'>,
): string[] {
  const live = oldSecretEncrypted ? [secretEncrypted, oldSecretEncrypted] : [secretEncrypted]
  return live.map((bytes) => decryptSecret(bytes, secretKey))
}
