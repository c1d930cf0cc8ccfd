import { type ExecutionArgs, getOperationAST, Kind } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Services } from '../../services.ts'

/** What an operation is, from a closed set: its name is whatever its caller likes, and widgets give none. */
interface OperationLabels {
  type: 'query' | 'mutation' | 'subscription'
  /** The first field that it asks for, as in `schema.graphql`. */
  operation: string
}

/** Counts and times the operations that run, over HTTP and sockets alike; subscriptions call `noteOperation` themselves. */
export function measureOperations(services: Services): Plugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const startedAt = performance.now()
      if (services.tracing.isOn) {
        const { type, operation } = labelsOf(args as unknown as ExecutionArgs)
        const attributes = { 'graphql.operation.type': type, 'graphql.operation.name': operation }
        setExecuteFn((given) =>
          services.tracing.run(`${type} ${operation}`, { attributes }, () => executeFn(given)),
        )
      }
      return { onExecuteDone: () => noteOperation(services, args as unknown as ExecutionArgs, startedAt) }
    },
  }
}

/** Notes that an operation has run, or a subscription begun. */
export function noteOperation(
  { metrics }: Pick<Services, 'metrics'>,
  operation: Pick<ExecutionArgs, 'document' | 'operationName'>,
  startedAt: number,
): void {
  metrics.graphqlSeconds.observe({ ...labelsOf(operation) }, (performance.now() - startedAt) / 1000)
}

/** `other` for an operation that begins with a fragment, or asks about the schema. */
function labelsOf({
  document,
  operationName,
}: Pick<ExecutionArgs, 'document' | 'operationName'>): OperationLabels {
  const operation = getOperationAST(document, operationName)
  const [first] = operation?.selectionSet.selections ?? []
  const name = first?.kind === Kind.FIELD ? first.name.value : '__'
  return { type: operation?.operation ?? 'query', operation: name.startsWith('__') ? 'other' : name }
}
