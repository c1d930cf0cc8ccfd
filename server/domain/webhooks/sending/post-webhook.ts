import type { Outcome } from '../../../outbound/outcome.ts'
import type { Services } from '../../../services.ts'
import { signWebhook } from './sign-webhook.ts'
import type { WebhookName } from './webhook.ts'

const LIMIT_MS = 10_000
/** An operator waits for this answer. */
const ACCEPTED_LIMIT_MS = 5_000
/** Longer than any attempt. */
export const CLAIM_MS = LIMIT_MS + 5_000

interface WebhookRequest {
  id: string
  event: WebhookName
  url: string
  secrets: readonly string[]
  body: string
}

/** Posts a signed event, once. */
export async function postWebhook(
  { sender }: Services,
  { id, event, url, secrets, body }: WebhookRequest,
): Promise<{ headers: Record<string, string>; answer: Outcome }> {
  const headers = { 'content-type': 'application/json', ...signWebhook(secrets, { id, body }) }
  const timeoutMs = event === 'chat_accepted' ? ACCEPTED_LIMIT_MS : LIMIT_MS
  return { headers, answer: await sender.post({ url, body, headers, chunked: false, timeoutMs }) }
}
