import type { Outcome } from '../../outbound/outcome.ts'
import { storableText } from '../../storable-text.ts'

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
}

export function attemptEntry(startedAt: Date, answer: Outcome): AttemptEntry {
  const text = answer.kind === 'answered' ? answer.body : answer.message
  return {
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(answer.durationMs),
    status: answer.kind === 'answered' ? answer.status : null,
    detail: storableText(text.slice(0, DETAIL_LENGTH)),
  }
}
