import type { Outcome } from '../../outbound/outcome.ts'
import type { Verdict } from '../../outbox/outbox-kind.ts'
import { parseJson } from '../../text/parse-json.ts'
import { storableText } from '../../text/storable-text.ts'
import { cutText } from '../cut-text.ts'

/** The client's code for an error that operators should not see. */
export const SILENT = 'silent'

/**
 * Reads the client's answer to A3 (contract, parts 4.1 and 7; 4xx is permanent, 429 and 5xx are temporary).
 * With `acceptsAny2xx`, every 2xx counts as delivered, except one whose body is the contract's `{error}`.
 */
export function readClientAnswer(result: Outcome, { acceptsAny2xx }: { acceptsAny2xx: boolean }): Verdict {
  if (result.kind === 'failed') {
    const code = result.reason === 'timeout' ? 'client_timeout' : 'client_unavailable'
    return { result: result.reason === 'private_target' ? 'refused' : 'retry', code, message: result.message }
  }
  const { status } = result
  const answer = parseAnswer(result.body)
  const success = acceptsAny2xx ? status >= 200 && status < 300 : status === 200
  if (success && answer.ok) return { result: 'sent', byStatus: status !== 200 }
  if (success && acceptsAny2xx && !answer.error) return { result: 'sent', byStatus: true }
  const isRejected = status >= 400 && status < 500
  const hasEnded = (success && answer.error !== null) || (isRejected && status !== 429)
  const code = answer.error?.code ?? (hasEnded || isRejected ? 'client_rejected' : 'client_error')
  const message = answer.error?.message ?? (hasEnded ? describeRefusal(status) : describeInvalid(status))
  return { result: hasEnded ? 'refused' : 'retry', code, message: code === SILENT ? null : message }
}

function describeRefusal(status: number): string {
  return `The client's server rejected the message (HTTP ${status}).`
}

function describeInvalid(status: number): string {
  if (status === 429) return "The client's server says that it gets too many requests (HTTP 429)."
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
  // Some servers encode their answer twice: the string contains the object (open points A).
  const json = typeof parsed === 'string' ? tryParse(parsed) : parsed
  if (typeof json !== 'object' || json === null) return { ok: false, error: null }
  const { result, error } = json as Record<string, unknown>
  const told = readError(error)
  return { ok: !told && typeof result === 'string' && result.toLowerCase() === 'ok', error: told }
}

/** Null for an error that says nothing: some servers send an empty one with every answer. */
function readError(error: unknown): Answer['error'] {
  if (!isFilled(error)) return null
  if (typeof error !== 'object') return { code: null, message: textOf(error, 1000) }
  const values = error as Record<string, unknown>
  if (!Object.values(values).some(isFilled)) return null
  return { code: textOf(values.code, 100), message: textOf(values.message, 1000) }
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
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
  return cutText(storableText(String(value)).trim(), length) || null
}
