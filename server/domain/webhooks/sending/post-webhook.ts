import { type Outcome, unreadableSecret } from '../../../outbound/outcome.ts'
import { signWebhook } from '../../../outbound/sign-webhook.ts'
import type { Services } from '../../../services.ts'
import type { WebhookName } from './webhook.ts'

const LIMIT_MS = 10_000
/** Of `chat_accepted`, because an operator is waiting for its answer. */
export const ACCEPTED_LIMIT_MS = 5_000
/** Longer than any attempt. */
export const CLAIM_MS = LIMIT_MS + 5_000

interface WebhookRequest {
  id: string
  event: WebhookName
  url: string
  /** Those that can be read. */
  secrets: readonly string[]
  body: string
}

/** Posts a signed event, once; nothing is ever sent unsigned. */
export async function postWebhook(
  { sender }: Services,
  { id, event, url, secrets, body }: WebhookRequest,
): Promise<{ headers: Record<string, string>; answer: Outcome }> {
  if (secrets.length === 0)
    return { headers: {}, answer: unreadableSecret('The secret of the endpoint', 'Rotate it.') }
  const signature = signWebhook({ id, at: new Date(), body, secrets })
  const headers = { 'content-type': 'application/json', ...signature }
  const timeoutMs = event === 'chat_accepted' ? ACCEPTED_LIMIT_MS : LIMIT_MS
  return { headers, answer: await sender.post({ url, body, headers, chunked: false, timeoutMs }) }
}
