import type { IncomingHttpHeaders } from 'node:http'

/**
 * Why no answer came. `refused`: nobody listens there or the host cannot be reached; `private_target`: we do not
 * call this address (private, or not http(s)); `too_large`: the answer's headers exceed 16 KiB; `network`: the
 * connection broke or what came was not HTTP; `unreadable_secret`: nothing was sent, because a secret that it needs was
 * encrypted with another SECRET_KEY.
 */
export type FailureReason =
  | 'timeout'
  | 'refused'
  | 'dns'
  | 'tls'
  | 'private_target'
  | 'too_large'
  | 'network'
  | 'unreadable_secret'

/** Any status is an answer, also 3xx (redirects are not followed) and 5xx. */
export interface OutboundAnswer {
  kind: 'answered'
  status: number
  headers: IncomingHttpHeaders
  /** UTF-8 text, at most `maxResponseBytes` of it; `truncated` says that there was more. */
  body: string
  truncated: boolean
  durationMs: number
}

export interface OutboundFailure {
  kind: 'failed'
  reason: FailureReason
  /** One English sentence for the operator or the log. */
  message: string
  durationMs: number
}

export type Outcome = OutboundAnswer | OutboundFailure

/** Nothing was sent. `what` is the secret that cannot be read, and `remedy` what to do about it. */
export function unreadableSecret(what: string, remedy: string): OutboundFailure {
  const message = `${what} cannot be read with this SECRET_KEY. ${remedy}`
  return { kind: 'failed', reason: 'unreadable_secret', message, durationMs: 0 }
}
