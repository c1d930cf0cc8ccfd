import { z } from 'zod'
import type { BotProvider } from '../../../generated/prisma/client.ts'
import type { Sender } from '../../../outbound/create-sender.ts'
import type { Env } from '../../../process/env.ts'
import { decryptSecret } from '../../../secrets.ts'
import { parseJson } from '../../../text/parse-json.ts'

/** How long an exchange may take. */
export const EXCHANGE_LIMIT_MS = 3_000
/** The lifetime if the answer does not state it. */
const LIFE_SECONDS = 3600
/** Longer than any token is in use; whatever is longer counts as this. */
const MAX_LIFE_SECONDS = 10 * 365 * 24 * 3600

const TOKEN_LENGTH = 8192
/** What a header can contain; spaces are allowed (`Bearer x`). */
const VISIBLE = /^[\x21-\x7e]+( +[\x21-\x7e]+)*$/

const answerSchema = z.object({
  access_token: z
    .string('has no access_token')
    .min(1, 'has an access_token that is empty')
    .max(TOKEN_LENGTH, `has an access_token of more than ${TOKEN_LENGTH} characters`)
    .regex(VISIBLE, 'has an access_token with characters that no header can carry'),
  expires_in: z.coerce
    .number()
    .positive()
    .transform((seconds) => Math.min(seconds, MAX_LIFE_SECONDS))
    .catch(LIFE_SECONDS)
    .default(LIFE_SECONDS),
})

/** Why there is none, in one sentence for the log and the operators. */
export class NoAccessToken extends Error {
  override name = 'NoAccessToken'

  constructor(why: string) {
    super(`No access token: ${why}.`)
  }
}

/**
 * Exchanges the client id and the secret for an access token (RFC 6749, section 4.4). Throws `NoAccessToken`.
 */
export async function fetchAccessToken(
  sender: Sender,
  { secretKey }: Env,
  { tokenUrl, clientId, clientSecretEncrypted }: BotProvider,
): Promise<{ token: string; lifeMs: number }> {
  if (!tokenUrl || !clientId || !clientSecretEncrypted)
    throw new NoAccessToken('no authorization is configured')
  const clientSecret = decryptSecret(clientSecretEncrypted, secretKey)
  if (clientSecret === null)
    throw new NoAccessToken('the client secret cannot be read with this SECRET_KEY and must be entered again')
  const answer = await sender.post({
    url: tokenUrl,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    chunked: false,
    timeoutMs: EXCHANGE_LIMIT_MS,
  })
  if (answer.kind === 'failed') throw new NoAccessToken(answer.message)
  if (answer.status !== 200) throw new NoAccessToken(`the token address answered with HTTP ${answer.status}`)
  const parsed = answerSchema.safeParse(readObject(answer.body))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new NoAccessToken(`the answer of the token address ${issue?.message}`)
  }
  return { token: parsed.data.access_token, lifeMs: parsed.data.expires_in * 1000 }
}

function readObject(text: string): object {
  try {
    const value = parseJson(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Said below.
  }
  throw new NoAccessToken('the answer of the token address is not a JSON object')
}
