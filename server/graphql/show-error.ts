import { PothosValidationError } from '@pothos/core'
import { GraphQLError } from 'graphql'
import { storeAway } from '../database/store-away.ts'
import { describeError } from '../describe-error.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { Services } from '../services.ts'
import { countError, requestIdOfError } from './trace-errors.ts'
import { toUserError } from './user-error.ts'

type Shown = Pick<Services, 'log' | 'metrics'>

const INVALID = { code: 'INVALID_REQUEST' }

/**
 * What the caller is told about an error, over HTTP and over sockets: a refusal with its code, what is wrong with the
 * request, or only that something failed on the server, which is logged.
 */
export function showError(services: Shown, error: unknown): GraphQLError {
  const shown = translate(services.log, error)
  countError(services, shown)
  return shown
}

function translate(log: Logger, error: unknown): GraphQLError {
  if (error instanceof GraphQLError && error.extensions.code && !error.originalError) return error
  const original = originOf(error)
  const { nodes, path } = error instanceof GraphQLError ? error : { nodes: undefined, path: undefined }
  const shown = (message: string, extensions: Record<string, unknown>) =>
    new GraphQLError(message, { nodes, path, extensions })
  const refusal = original instanceof AppError ? original : storeAway(original)
  if (refusal) {
    if (refusal.status >= 500) logFailure(log, refusal.cause ?? refusal)
    const { code, message, field } = toUserError(refusal)
    return shown(message, { code, ...(field && { field }) })
  }
  if (original instanceof PothosValidationError) return shown(original.message, INVALID)
  if (isOfRequest(error, original)) return shown(error.message, { ...INVALID, ...error.extensions })
  logFailure(log, original)
  return shown('Unexpected error.', { code: 'INTERNAL_SERVER_ERROR' })
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

function logFailure(log: Logger, error: unknown): void {
  log.error({ requestId: requestIdOfError(error), ...describeError(error) }, 'a GraphQL field failed')
}
