import type { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Services } from '../../services.ts'
import type { GraphQLContext } from './context.ts'

const requestIds = new WeakMap<Error, string>()
/** An error is shown more than once on its way out. */
const counted = new WeakSet<Error>()

/** Remembers which request an error belongs to, for the log. */
export const traceErrors: Plugin<GraphQLContext> = {
  onExecute: ({ args }) => ({
    onExecuteDone({ result }) {
      const requestId = (args.contextValue as GraphQLContext).http?.requestId
      if (!requestId || !('errors' in result)) return
      for (const error of result.errors ?? []) requestIds.set(error.originalError ?? error, requestId)
    },
  }),
}

/** The request that caused the error, if known. */
export function requestIdOfError(error: unknown): string | undefined {
  return error instanceof Error ? requestIds.get(error) : undefined
}

/** Counts an error once, by the code that is shown. */
export function countError({ metrics }: Pick<Services, 'metrics'>, error: GraphQLError): void {
  if (counted.has(error)) return
  counted.add(error)
  metrics.graphqlErrors.inc({ code: String(error.extensions.code) })
}
