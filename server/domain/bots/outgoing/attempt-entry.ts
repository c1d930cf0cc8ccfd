import type { FailureReason, Outcome } from '../../../outbound/outcome.ts'
import { storableText } from '../../../storable-text.ts'

/** The first 2 KiB of an answer are kept. */
const DETAIL_LENGTH = 2048

/** One attempt in the log of an event. */
export interface AttemptEntry {
  /** ISO 8601. */
  startedAt: string
  durationMs: number
  /** The HTTP status, when there was an answer. */
  status: number | null
  /** The beginning of the answer, or why there was none. */
  detail: string
  /** The bot may have got the request and worked on it, although no answer came: then it may reply once more. */
  answerLost: boolean
}

/** Of these, others than a refused connection or an unknown name, nobody knows what the bot made. */
const LOST: FailureReason[] = ['timeout', 'network', 'too_large']

export function attemptEntry(startedAt: Date, answer: Outcome): AttemptEntry {
  const text = answer.kind === 'answered' ? answer.body : answer.message
  return {
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(answer.durationMs),
    status: answer.kind === 'answered' ? answer.status : null,
    detail: storableText(text.slice(0, DETAIL_LENGTH)),
    answerLost: answer.kind === 'failed' && LOST.includes(answer.reason),
  }
}
