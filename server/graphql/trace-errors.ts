import type { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { errorStatus } from '../errors.ts'
import type { Services } from '../services.ts'
import type { GraphQLContext } from './context.ts'

const requestIds = new WeakMap<Error, string>()
/** Over sockets, the same error is seen more than once. */
const counted = new WeakSet<Error>()

/**
 * Remembers which request an error belongs to, for the log, and counts validation errors; `showError` counts the
 * rest.
 */
export function traceErrors({ metrics }: Services): Plugin<GraphQLContext> {
  return {
    onValidate:
      () =>
      ({ valid, result }) => {
        if (valid) return
        metrics.graphqlErrors.inc({ code: 'GRAPHQL_VALIDATION_FAILED' })
        for (const error of result as Error[]) counted.add(error)
      },
    onExecute: ({ args }) => ({
      onExecuteDone({ result }) {
        const requestId = (args.contextValue as GraphQLContext).http?.requestId
        if (!requestId || !('errors' in result)) return
        for (const error of result.errors ?? []) requestIds.set(error.originalError ?? error, requestId)
      },
    }),
  }
}

/** The request that caused the error, if known. */
export function requestIdOfError(error: unknown): string | undefined {
  return error instanceof Error ? requestIds.get(error) : undefined
}

/** Counts an error once, by the code that is shown. */
export function countError({ metrics }: Pick<Services, 'metrics'>, error: GraphQLError): void {
  if (counted.has(error)) return
  counted.add(error)
  metrics.graphqlErrors.inc({ code: knownCode(error.extensions.code) })
}

/** The code if it is one of ours: the label of a metric must not be whatever a library comes up with. */
function knownCode(code: unknown): string {
  const isOurs =
    typeof code === 'string' &&
    (Object.hasOwn(errorStatus, code.toLowerCase()) || code.startsWith('GRAPHQL_'))
  return isOurs ? code : 'INTERNAL_ERROR'
}
