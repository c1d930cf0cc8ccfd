import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { AppError } from '../errors.ts'

/** Requests that Node refuses before we see them, as errors of our table. Everything else is not HTTP. */
const KNOWN: Record<string, AppError> = {
  HPE_INVALID_METHOD: new AppError('method_not_allowed', 'This HTTP method is not supported.'),
  HPE_HEADER_OVERFLOW: new AppError('payload_too_large', 'The headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('request_timeout', 'The request arrived too slowly. Send it again.'),
}
const NO_HTTP = new AppError('invalid_request', 'This is not valid HTTP.')
/** The reason phrases of the statuses above. */
const REASONS: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
}

/** Answers on the raw connection with `{"error":{"code","message"}}` and closes it. */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, code, message } = KNOWN[error.code] ?? NO_HTTP
  const body = JSON.stringify({ error: { code, message } })
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 405 ? ['Allow: GET, HEAD, POST, OPTIONS'] : []),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
