import type { OutboxItem } from '../../../generated/prisma/client.ts'
import { type Outcome, unreadableSecret } from '../../../outbound/outcome.ts'
import type { Verdict } from '../../../outbox/outbox-kind.ts'
import { decryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { NoAccessToken } from '../providers/fetch-access-token.ts'
import type { BotEntry } from '../settings/bot-directory.ts'

export const BOT_ATTEMPT_LIMIT_MS = 3_000

/**
 * One request to the provider's endpoint (contract B2, B3). With authorization it contains the access token;
 * after a 401, the token is renewed and the request repeated, once. It never throws because of the provider.
 */
export async function postToBot(services: Services, bot: BotEntry, body: string): Promise<Outcome> {
  const { accessTokens } = services
  const { provider } = bot
  if (!provider.tokenUrl) return post(services, bot, body, null)
  try {
    const token = await accessTokens.get(provider)
    const answer = await post(services, bot, body, token)
    if (answer.kind === 'failed' || answer.status !== 401) return answer
    return await post(services, bot, body, await accessTokens.renew(provider, token))
  } catch (error) {
    if (!(error instanceof NoAccessToken)) throw error
    return { kind: 'failed', reason: 'refused', message: error.message, durationMs: 0 }
  }
}

/** Any 2xx, whatever the body (open points B). */
export function isSuccess(answer: Outcome): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
}

/**
 * What an answer means for the event that was sent. Strict bots answer 422 to events that they do not know, or that have
 * no `message`: asking again would not help (open points B).
 */
export function readBotAnswer(answer: Outcome, { item }: { item: Pick<OutboxItem, 'event'> }): Verdict {
  if (isSuccess(answer)) return { result: 'sent' }
  if (answer.kind === 'answered' && answer.status === 422 && item.event !== 'CLIENT_MESSAGE') {
    const message = `it does not take ${item.event}: it answered with HTTP 422`
    return { result: 'refused', code: null, message }
  }
  if (answer.kind === 'answered')
    return { result: 'retry', code: null, message: `it answered with HTTP ${answer.status}` }
  const { reason, message } = answer
  return { result: reason === 'unreadable_secret' ? 'refused' : 'retry', code: null, message }
}

async function post(
  { sender, env }: Services,
  { provider, tokenEncrypted }: BotEntry,
  body: string,
  accessToken: string | null,
): Promise<Outcome> {
  const token = decryptSecret(tokenEncrypted, env.secretKey)
  if (token === null) return unreadableSecret("The bot's token", 'Enter it again.')
  return sender.post({
    url: endpointOf(provider.endpointUrl, token),
    body,
    headers: { 'content-type': 'application/json', ...(accessToken && { authorization: accessToken }) },
    chunked: false,
    timeoutMs: BOT_ATTEMPT_LIMIT_MS,
  })
}

/** The endpoint's address with the token as its last path segment. */
function endpointOf(endpointUrl: string, token: string): string {
  const url = new URL(endpointUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(token)}`
  return url.href
}
