import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { storeAway } from '../database/store-away.ts'
import { AppError } from '../errors.ts'
import { storageFailure } from '../files/storage.ts'
import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'

/** Fastify's own errors as errors of our table. */
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
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError('invalid_json', 'The body is not JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new AppError('invalid_json', 'The body is empty.'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: new AppError('unsupported_media_type', 'Send multipart/form-data.'),
}

/** Errors of libraries that have only a status: a path segment that is too long, or a path outside the assets. */
const nothingHere = new AppError('not_found', 'There is nothing at this address.')
const HTTP_REFUSALS: Record<number, AppError> = {
  400: new AppError('invalid_request', 'The request is not valid HTTP for this address.'),
  403: nothingHere,
  404: nothingHere,
  414: nothingHere,
}

/** Answers every error of a route, in the format of REST by default. Unexpected errors are not shown. */
export function sendError(
  { log, refusals }: Pick<Services, 'log' | 'refusals'>,
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  bodyOf: (shown: AppError) => object = restBody,
) {
  const shown = shownError(error)
  const unexpected = shown === error ? error.cause : error
  const { id: requestId, method } = request
  const place = { requestId, method, route: request.routeOptions.url ?? 'unknown' }
  const { status, code } = shown
  // Somebody who reports the error can give this id, which finds the line.
  if (status >= 500) reply.header('x-request-id', requestId)
  if (status >= 500 && unexpected instanceof Error) {
    log.error({ ...place, status, code, ...describeError(unexpected) }, 'a request failed')
  } else refusals.info('a request was refused', { ...place, status, code })
  if (shown.retryAfter !== undefined) reply.header('retry-after', shown.retryAfter)
  return reply.status(shown.status).send(bodyOf(shown))
}

function restBody({ code, message, field }: AppError) {
  return { error: { code, message, ...(field && { field }) } }
}

function shownError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error
  const known = 'code' in error ? FASTIFY_CODES[error.code] : undefined
  if (known) return known
  const refused = 'statusCode' in error ? HTTP_REFUSALS[Number(error.statusCode)] : undefined
  if (refused) return refused
  return (
    storeAway(error) ??
    storageFailure(error) ??
    new AppError(
      'internal_error',
      'Something went wrong on our side. Try again, and contact support if it keeps happening.',
    )
  )
}
