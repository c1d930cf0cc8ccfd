import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { createComplexityRule } from '@pothos/plugin-complexity'
import { type ExecutionArgs, type GraphQLError, NoSchemaIntrospectionCustomRule, validate } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Services } from '../services.ts'
import type { RequestErrorCode } from './error-codes.ts'
import { showError } from './show-error.ts'

/** The limits for one operation. The operator app's subscription names fields of every type of event, of which each has one. */
const COST = { maxComplexity: 20_000, maxDepth: 12, maxBreadth: 600 }
const ALIASES = 30
const TOKENS = 3_000

/** Refuses operations before they run, over HTTP and over sockets alike. Subscriptions call `refuseCost` themselves. */
export function operationLimits(services: Services): Plugin[] {
  return [
    maxTokensPlugin({ n: TOKENS, onReject: [(_context, error) => markCostly(error)] }),
    maxAliasesPlugin({
      n: ALIASES,
      // Reported like other errors: throwing it would end the whole socket.
      propagateOnRejection: false,
      onReject: [(context, error) => context?.reportError(markCostly(error))],
    }),
    services.env.introspection ? {} : withoutIntrospection,
    {
      onExecute({ args, setResultAndStopExecution }) {
        const errors = refuseCost(services, args)
        if (errors.length > 0) setResultAndStopExecution({ errors })
      },
    },
  ]
}

function markCostly(error: GraphQLError): GraphQLError {
  error.extensions.code = 'QUERY_TOO_COSTLY' satisfies RequestErrorCode
  return error
}

const withoutIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
}

/** Why an operation with these variables costs too much. Empty when it does not. */
export function refuseCost(
  services: Services,
  {
    schema,
    document,
    operationName,
    variableValues,
  }: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>,
): readonly GraphQLError[] {
  const rule = createComplexityRule({
    context: {},
    variableValues: variableValues ?? {},
    ...(operationName && { operationName }),
    ...COST,
  })
  try {
    return validate(schema, document, [rule]).map((error) => showError(services, error))
  } catch (error) {
    // An argument that cannot be read, for example an invalid id.
    return [showError(services, error)]
  }
}
