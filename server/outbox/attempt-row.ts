import type { OutboxAttempt } from '../generated/prisma/client.ts'
import type { FailureReason, Outcome } from '../outbound/outcome.ts'
import { cutBytes } from '../text/cut-bytes.ts'
import { storableText } from '../text/storable-text.ts'
import { uuidv7 } from '../text/uuid.ts'
import type { Verdict } from './outbox-kind.ts'

/** How many bytes of an answer are kept, unless the kind keeps more. */
const ANSWER_BYTES = 2048
/**
 * After these, except for a refused connection or an unknown name, it is unknown whether the receiver processed the
 * request.
 */
const LOST: FailureReason[] = ['timeout', 'network', 'too_large']

/** The stored data of one attempt. */
export function attemptRow(
  itemId: string,
  { startedAt, answer, verdict }: { startedAt: Date; answer: Outcome; verdict: Verdict },
  bytes = ANSWER_BYTES,
): OutboxAttempt {
  const text = answer.kind === 'answered' ? answer.body : answer.message
  return {
    id: uuidv7(),
    itemId,
    startedAt,
    durationMs: Math.round(answer.durationMs),
    status: answer.kind === 'answered' ? answer.status : null,
    errorCode: verdict.result === 'sent' ? null : verdict.code,
    byStatus: verdict.result === 'sent' && verdict.byStatus === true,
    answerLost: answer.kind === 'failed' && LOST.includes(answer.reason),
    detail: cutBytes(storableText(text), bytes),
  }
}
