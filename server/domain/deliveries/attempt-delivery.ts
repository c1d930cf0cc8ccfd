import type { Delivery } from '../../generated/prisma/client.ts'
import type { Outcome } from '../../outbound/outcome.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../storable-text.ts'
import { readClientAnswer } from './client-answer.ts'
import { clientMessage, clientUrl } from './client-message.ts'
import { ATTEMPT_LIMIT_MS } from './delivery-schedule.ts'
import { readReply } from './read-reply.ts'
import { recordAttempt } from './record-attempt.ts'

/** One attempt to bring an operator's message to the client (contract A3). The worker has claimed the delivery. */
export async function attemptDelivery(services: Services, delivery: Delivery): Promise<Date | 'go-on'> {
  const reply = await readReply(services.pool, delivery.messageId)
  if (!reply) return 'go-on'
  const startedAt = new Date()
  const answer = await services.sender.post({
    url: clientUrl(reply),
    body: clientMessage(services.env, reply),
    headers: { 'content-type': 'application/json' },
    chunked: reply.chunked,
    timeoutMs: ATTEMPT_LIMIT_MS,
  })
  return recordAttempt(services, delivery, {
    startedAt,
    durationMs: Math.round(answer.durationMs),
    status: answer.kind === 'answered' ? answer.status : null,
    detail: detailOf(answer),
    result: readClientAnswer(answer, reply),
  })
}

const DETAIL_LENGTH = 2048

function detailOf(answer: Outcome): string {
  const text = answer.kind === 'answered' ? answer.body : answer.message
  return storableText(text.slice(0, DETAIL_LENGTH))
}
