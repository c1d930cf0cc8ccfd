import { z } from 'zod'
import type { Env } from '../../env.ts'
import type { BotProvider } from '../../generated/prisma/client.ts'
import type { Sender } from '../../outbound/create-sender.ts'
import { decryptSecret } from '../../secrets.ts'

const LIMIT_MS = 3_000
/** When the answer does not say how long the token lives. */
const LIFE_SECONDS = 3600
const MAX_LIFE_SECONDS = 30 * 24 * 3600

const answerSchema = z.object({
  access_token: z
    .string()
    .min(1)
    .max(8192)
    .regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().max(MAX_LIFE_SECONDS).catch(LIFE_SECONDS).default(LIFE_SECONDS),
})

/**
 * Exchanges the client id and the secret for an access token (RFC 6749, section 4.4). Throws an Error whose message
 * says in one sentence why there is none.
 */
export async function fetchAccessToken(
  sender: Sender,
  { secretKey }: Env,
  { tokenUrl, clientId, clientSecretEncrypted }: BotProvider,
): Promise<{ token: string; lifeMs: number }> {
  if (!tokenUrl || !clientId || !clientSecretEncrypted) throw new Error('No authorization is configured.')
  const answer = await sender.post({
    url: tokenUrl,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: decryptSecret(clientSecretEncrypted, secretKey),
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    chunked: false,
    timeoutMs: LIMIT_MS,
  })
  if (answer.kind === 'failed') throw new Error(`No access token: ${answer.message}.`)
  if (answer.status !== 200)
    throw new Error(`No access token: the token address answered with HTTP ${answer.status}.`)
  const parsed = answerSchema.safeParse(parseJson(answer.body))
  if (!parsed.success)
    throw new Error('No access token: the answer of the token address has no access_token.')
  return { token: parsed.data.access_token, lifeMs: parsed.data.expires_in * 1000 }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
