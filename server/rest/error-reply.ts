import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

/** Fastify's own refusals in the words of our table. */
const FASTIFY_CODES: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('payload_too_large', 'The body is too large.'),
  FST_REQ_FILE_TOO_LARGE: new AppError('payload_too_large', 'The file is too large.'),
  FST_FILES_LIMIT: new AppError('payload_too_large', 'Send one file at a time.'),
  FST_FIELDS_LIMIT: new AppError('payload_too_large', 'There are too many fields.'),
  FST_PARTS_LIMIT: new AppError('payload_too_large', 'There are too many parts.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError(
    'unsupported_media_type',
    'This Content-Type is not supported here.',
  ),
  FST_INVALID_MULTIPART_CONTENT_TYPE: new AppError('unsupported_media_type', 'Send multipart/form-data.'),
}

/** Answers every error of a REST route with `{"error":{"code","message"}}`. What we did not expect is not shown. */
export function sendError(
  { log, refusals }: Pick<Services, 'log' | 'refusals'>,
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const shown = shownError(error)
  const unexpected = shown === error ? error.cause : error
  const { id: requestId, method } = request
  const place = { requestId, method, route: request.routeOptions.url ?? 'unknown' }
  const { status, code } = shown
  // Whoever tells us of it can say which line it is.
  if (status >= 500) reply.header('x-request-id', requestId)
  if (status >= 500 && unexpected instanceof Error) {
    const { message: reason, stack } = unexpected
    log.error({ ...place, status, code, reason, stack }, 'a request failed')
  } else refusals.write({ ...place, status, code })
  if (shown.retryAfter !== undefined) reply.header('retry-after', shown.retryAfter)
  return reply.status(shown.status).send({
    error: { code: shown.code, message: shown.message, ...(shown.field && { field: shown.field }) },
  })
}

/** Prisma's codes for a database that cannot be reached, has closed the connection or has none free. */
const AWAY = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028'])

function isStoreAway(error: FastifyError | Error): boolean {
  return 'code' in error && typeof error.code === 'string' && AWAY.has(error.code)
}

function shownError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error
  const known = 'code' in error ? FASTIFY_CODES[error.code] : undefined
  if (known) return known
  if ('statusCode' in error && error.statusCode === 400) {
    return new AppError('invalid_request', 'The request is not valid HTTP for this address.')
  }
  if (isStoreAway(error)) {
    return new AppError('service_unavailable', 'A store does not answer. Try again in a moment.', {
      retryAfter: 2,
      cause: error,
    })
  }
  return new AppError('internal_error', 'Something went wrong here. Try again; tell support when it stays.')
}
