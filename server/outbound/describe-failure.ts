import { AppError } from '../errors.ts'
import type { FailureReason } from './outcome.ts'
import { plainCause } from './plain-cause.ts'

interface Failure {
  reason: FailureReason
  message: string
}

const REFUSED = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
]
const DNS = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'ENODATA', 'ESERVFAIL']
const TIMEOUT = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
/** Certificate checks have codes such as CERT_HAS_EXPIRED and DEPTH_ZERO_SELF_SIGNED_CERT; handshakes ERR_SSL_… */
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO|INVALID_)/

/** Says in the product's words why a request got no answer. `host` is named in the message. */
export function describeFailure(error: unknown, host: string): Failure {
  if (error instanceof AppError) return { reason: 'private_target', message: error.message }
  const code = codeOf(error)
  const detail = error instanceof Error && error.message ? error.message : code
  if (code === 'PRIVATE_TARGET') return { reason: 'private_target', message: detail }
  if (REFUSED.includes(code))
    return { reason: 'refused', message: `${host} refused the connection (${code})` }
  if (DNS.includes(code))
    return { reason: 'dns', message: `The host name ${host} could not be resolved (${code})` }
  if (TIMEOUT.includes(code))
    return { reason: 'timeout', message: `${host} did not accept a connection in time` }
  if (TLS.test(code))
    return { reason: 'tls', message: `No secure connection to ${host}: ${plainCause(detail)}` }
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { reason: 'too_large', message: `The headers of ${host} are too large` }
  return {
    reason: 'network',
    message: `The connection to ${host} was lost before the answer was complete: ${detail}`,
  }
}

/** When each address of a name failed, the first failure stands for all. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return ''
}
