import type { Outcome } from '../../../outbound/outcome.ts'
import type { Verdict } from '../../../outbox/outbox-kind.ts'

export const GONE = 'gone'

/** Any 2xx counts as delivered, whatever its body; 410 ends it; everything else, including redirects, is retried. */
export function readWebhookAnswer(answer: Outcome): Verdict {
  if (answer.kind === 'failed') {
    const { reason, message } = answer
    return { result: reason === 'private_target' ? 'refused' : 'retry', code: reason, message }
  }
  const { status } = answer
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (status === 410) return { result: 'refused', code: GONE, message: 'The endpoint answered 410 Gone.' }
  return { result: 'retry', code: 'status', message: `The endpoint answered with HTTP ${status}.` }
}
