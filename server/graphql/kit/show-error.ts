import { PothosValidationError } from '@pothos/core'
import { GraphQLError } from 'graphql'
import { storeAway } from '../../database/store-away.ts'
import { AppError } from '../../errors.ts'
import { storageFailure } from '../../files/storage.ts'
import { describeError } from '../../process/describe-error.ts'
import type { Logger } from '../../process/logger.ts'
import type { Services } from '../../services.ts'
import { isRequestErrorCode, type RequestErrorCode, requestErrorCode } from './error-codes.ts'
import { countError, requestIdOfError } from './trace-errors.ts'

type ErrorServices = Pick<Services, 'log' | 'metrics'>

/**
 * An error as the caller gets it, over HTTP and over sockets: a refusal with its code, the mistake in the request, or
 * only that something failed on the server, which is logged. Showing it again changes nothing.
 */
export function showError(services: ErrorServices, error: unknown): GraphQLError {
  const shown = translate(services.log, error)
  countError(services, shown)
  return shown
}

/** The same for several, without extensions that are for HTTP only. */
export function showErrors(services: ErrorServices, errors: readonly Error[]): GraphQLError[] {
  return errors.map((each) => {
    const error = showError(services, each)
    delete error.extensions.http
    return error
  })
}

function translate(log: Logger, error: unknown): GraphQLError {
  if (error instanceof GraphQLError && isRequestErrorCode(error.extensions.code)) return error
  const original = originOf(error)
  const { nodes, path, extensions } = error instanceof GraphQLError ? error : ({} as Partial<GraphQLError>)
  const shown = (code: RequestErrorCode, message: string, more?: Record<string, unknown>) =>
    new GraphQLError(message, { nodes, path, extensions: { ...more, code } })
  const refusal = original instanceof AppError ? original : (storeAway(original) ?? storageFailure(original))
  if (refusal) {
    if (refusal.status >= 500) logFailure(log, refusal.cause ?? refusal)
    // The library adds to a scalar's message where the value is.
    const isBeforeExecution = error instanceof GraphQLError && !error.path
    const message = isBeforeExecution ? error.message : refusal.message
    const { field, retryAfter } = refusal
    return shown(requestErrorCode(refusal), message, {
      ...(field !== undefined && { field: field.split('.') }),
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
  if (original instanceof PothosValidationError) return shown('BAD_REQUEST', original.message)
  if (isOfRequest(error, original)) return shown(codeOfLibrary(extensions?.code), error.message, extensions)
  logFailure(log, original)
  return shown('INTERNAL_ERROR', 'Unexpected error.')
}

function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originOf(error.originalError) : error
}

/**
 * Whether the library complains about the document or its variables. Complaints about a value that a resolver returned
 * are our own errors; they have no location in the document.
 */
function isOfRequest(error: unknown, original: unknown): error is GraphQLError {
  return error instanceof GraphQLError && original instanceof GraphQLError && !(error.path && !original.nodes)
}

/** The libraries have many words for a bad request; those of the limit on what an operation costs start with QUERY_. */
function codeOfLibrary(code: unknown): RequestErrorCode {
  return String(code).startsWith('QUERY_') ? 'QUERY_TOO_COSTLY' : 'BAD_REQUEST'
}

function logFailure(log: Logger, error: unknown): void {
  log.error({ requestId: requestIdOfError(error), ...describeError(error) }, 'a GraphQL field failed')
}
