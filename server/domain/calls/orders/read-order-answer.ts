import { z } from 'zod'
import type { Outcome } from '../../../outbound/outcome.ts'
import type { Verdict } from '../../../outbox/outbox-kind.ts'
import { parseJson } from '../../../text/parse-json.ts'
import { storableText } from '../../../text/storable-text.ts'
import { cutText } from '../../cut-text.ts'

const text = z.string().trim()
/** A reason that is not a text is a refusal, too, without a reason. */
const answerSchema = z.object({
  result: z
    .union([text, z.boolean().transform((isOk) => (isOk ? 'ok' : ''))])
    .optional()
    .catch(undefined),
  reason: text.optional().catch(undefined),
  error: z
    .union([text, z.object({ message: text }).transform(({ message }) => message)])
    .nullish()
    .catch(''),
})
/** Statuses below 500 that another attempt may change. */
const TEMPORARY = [408, 425, 429]

/**
 * What a telephone system's answer to an order means. Any 2xx accepts it, unless the body is JSON that refuses:
 * `result` other than ok, or `error`. A 4xx refuses; everything else is tried again.
 */
export function readOrderAnswer(answer: Outcome): Verdict {
  if (answer.kind === 'failed') {
    const { reason, message } = answer
    return { result: reason === 'unreadable_secret' ? 'refused' : 'retry', code: reason, message }
  }
  const { status } = answer
  const { refused, why } = readBody(answer.body)
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && !refused) return { result: 'sent' }
  const isFinal = status < 500 && status >= 400 && !TEMPORARY.includes(status)
  const result = isFinal || isSuccess ? 'refused' : 'retry'
  const plain = isSuccess ? 'refused the call' : `answered with HTTP ${status}`
  const message = why ?? `The telephone system ${plain}.`
  return { result, code: result === 'refused' ? 'gateway_refused' : 'gateway_error', message }
}

function readBody(body: string): { refused: boolean; why: string | null } {
  const { result, reason, error } = answerSchema.catch({}).parse(parsed(body))
  const isOk = result === undefined || result.toLowerCase() === 'ok'
  const hasError = error !== undefined && error !== null
  const why = error || reason || (isOk ? '' : result) || null
  return { refused: !isOk || hasError, why: why && storableText(cutText(why, 500)) }
}

function parsed(body: string): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
