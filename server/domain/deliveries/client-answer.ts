import type { Outcome } from '../../outbound/outcome.ts'
import { parseJson } from '../../parse-json.ts'
import { storableText } from '../../storable-text.ts'
import { cutText } from '../cut-text.ts'

/** The outcome of one attempt to deliver to a client endpoint. */
export type AttemptResult =
  /** `byStatus` when the channel accepts any 2xx and the body alone would not have been enough. */
  | { outcome: 'sent'; byStatus: boolean }
  /** `temporary` ones are tried again; a client's own code ends the attempts. */
  | { outcome: 'error'; temporary: boolean; code: string; message: string }

/** The client's own code for an error that the operator is not to see. */
export const SILENT = 'silent'

/**
 * Reads the client's answer to A3 (contract, parts 4.1 and 7; 4xx is permanent, 429 and 5xx are temporary). With
 * `acceptsAny2xx` every 2xx delivers but one whose body is the contract's `{error}`: that one says it was refused.
 */
export function readClientAnswer(
  result: Outcome,
  { acceptsAny2xx }: { acceptsAny2xx: boolean },
): AttemptResult {
  if (result.kind === 'failed') {
    const temporary = result.reason !== 'private_target'
    const code = result.reason === 'timeout' ? 'client_timeout' : 'client_unavailable'
    return { outcome: 'error', temporary, code, message: result.message }
  }
  const { status } = result
  const answer = parseAnswer(result.body)
  const success = acceptsAny2xx ? status >= 200 && status < 300 : status === 200
  if (success && answer.ok) return { outcome: 'sent', byStatus: status !== 200 }
  if (success && acceptsAny2xx && !answer.error) return { outcome: 'sent', byStatus: true }
  const ended = (success && answer.error !== null) || (status >= 400 && status < 500 && status !== 429)
  if (ended) {
    return {
      outcome: 'error',
      temporary: false,
      code: answer.error?.code ?? 'client_rejected',
      message: answer.error?.message ?? `The client's server rejected the message (HTTP ${status}).`,
    }
  }
  return {
    outcome: 'error',
    temporary: true,
    code: status === 429 ? 'client_rejected' : 'client_error',
    message: answer.error?.message ?? describeInvalid(status),
  }
}

function describeInvalid(status: number): string {
  if (status === 429) return "The client's server answers that it gets too many requests (HTTP 429)."
  if (status >= 500) return `The client's server returned an error (HTTP ${status}).`
  if (status === 200) return 'The client\'s server answered with neither {"result":"ok"} nor {"error":…}.'
  return `The client's server answered with HTTP ${status} instead of 200.`
}

interface Answer {
  ok: boolean
  error: { code: string | null; message: string | null } | null
}

function parseAnswer(body: string): Answer {
  const parsed = tryParse(body)
  // Some servers encode their answer twice: the string holds the object (open points A).
  const json = typeof parsed === 'string' ? tryParse(parsed) : parsed
  if (typeof json !== 'object' || json === null) return { ok: false, error: null }
  const { result, error } = json as Record<string, unknown>
  if (typeof error === 'object' && error !== null) {
    const { code, message } = error as Record<string, unknown>
    return { ok: false, error: { code: textOf(code, 100), message: textOf(message, 1000) } }
  }
  return { ok: typeof result === 'string' && result.toLowerCase() === 'ok', error: null }
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function textOf(value: unknown, length: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return cutText(storableText(String(value)), length) || null
}
