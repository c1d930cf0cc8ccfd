import type { Plugin } from 'graphql-yoga'
import { errorStatus } from '../errors.ts'
import type { Services } from '../services.ts'
import type { GraphQLContext } from './context.ts'

const requestIds = new WeakMap<Error, string>()

/**
 * Remembers which request an error belongs to, for the log, and counts documents that are refused before anything of
 * them runs, but for those over HTTP that cannot be parsed: `showError` counts these with all the rest.
 */
export function traceErrors({ metrics }: Services): Plugin<GraphQLContext> {
  return {
    onParse:
      ({ context }) =>
      ({ result }) => {
        if (isSocket(context) && result instanceof Error)
          metrics.graphqlErrors.inc({ code: 'GRAPHQL_PARSE_FAILED' })
      },
    onValidate:
      () =>
      ({ valid }) => {
        if (!valid) metrics.graphqlErrors.inc({ code: 'GRAPHQL_VALIDATION_FAILED' })
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

function isSocket(context: object): boolean {
  return 'socketContext' in context
}

/** The request that the error came of, as far as it is known. */
export function requestIdOfError(error: unknown): string | undefined {
  return error instanceof Error ? requestIds.get(error) : undefined
}

/** The code when it is one of ours: a label of a metric must not be anything that a library thinks of. */
export function knownCode(code: unknown): string {
  if (typeof code !== 'string') return 'INTERNAL_ERROR'
  return Object.hasOwn(errorStatus, code.toLowerCase()) || code.startsWith('GRAPHQL_')
    ? code
    : 'INTERNAL_ERROR'
}
