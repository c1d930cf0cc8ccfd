import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { createComplexityRule } from '@pothos/plugin-complexity'
import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  type ValidationContext,
  validate,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { GraphQLContext } from './context.ts'
import type { RequestErrorCode } from './error-codes.ts'
import { showError } from './show-error.ts'
import { budgetHeaders, OPERATION_COST, spendCost } from './spend-cost.ts'
import { resetOf } from './spending.ts'

/** The limits for one operation: fields of the answer, levels, and fields of the document. The operator app's subscription names fields of every type of event, of which each has one. */
export const COST = { maxComplexity: 20_000, maxDepth: 12, maxBreadth: 1_000 }
const ALIASES = 30
const TOKENS = 3_000

/** Longest name that an operation may give to a field of the answer, where it can be repeated for every entry. */
const ALIAS_LENGTH = 64

/**
 * Refuses operations before they run, over HTTP and over sockets alike, and answers that become too large. Subscriptions
 * call `takeCost` themselves.
 */
export function operationLimits(services: Services): Plugin[] {
  return [
    maxTokensPlugin({ n: TOKENS, onReject: [(_context, error) => markCostly(error)] }),
    maxAliasesPlugin({
      n: ALIASES,
      // Reported like other errors: throwing it would end the whole socket.
      propagateOnRejection: false,
      onReject: [(context, error) => context?.reportError(markCostly(error))],
    }),
    shortAliases,
    services.env.introspection ? {} : withoutIntrospection,
    {
      async onExecute({ args, setResultAndStopExecution }) {
        const context = args.contextValue as unknown as GraphQLContext
        const errors = await takeCost(context, args)
        if (errors.length > 0) return setResultAndStopExecution(withCost(context, { errors }))
        return {
          onExecuteDone({ result, setResult }) {
            if (Symbol.asyncIterator in result) return
            const { refusal } = context.answer
            setResult(withCost(context, refusal ? { errors: [refusal] } : result))
          },
        }
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

const shortAliases: Plugin = {
  onValidate: ({ addValidationRule }) =>
    addValidationRule((context: ValidationContext) => ({
      Field({ alias }: FieldNode) {
        if (!alias || alias.value.length <= ALIAS_LENGTH) return
        const message = `An alias can have at most ${ALIAS_LENGTH} characters.`
        context.reportError(markCostly(new GraphQLError(message, { nodes: alias })))
      },
    })),
}

type Operation = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>

/**
 * Takes what an operation with these variables costs from the budget of its caller, and tells them. Returns why it must
 * not run: it costs too much by itself, or nothing is left.
 */
export async function takeCost(
  context: GraphQLContext,
  operation: Operation,
): Promise<readonly GraphQLError[]> {
  const { services, http } = context
  const { cost, errors } = costOf(services, operation)
  if (errors.length > 0) return errors
  try {
    const spending = await spendCost(context, cost)
    context.spending = spending
    http?.setHeaders(budgetHeaders(spending))
    return []
  } catch (error) {
    const { retryAfter = 0 } = error instanceof AppError ? error : {}
    const limit = services.env.limits.graphqlCostPerMinute
    http?.setHeaders(budgetHeaders({ limit, remaining: 0, resetMs: retryAfter * 1000 }))
    return [showError(services, error)]
  }
}

function costOf(
  services: Services,
  { schema, document, operationName, variableValues }: Operation,
): { cost: number; errors: readonly GraphQLError[] } {
  let cost = OPERATION_COST
  const rule = createComplexityRule({
    context: {},
    variableValues: variableValues ?? {},
    ...(operationName && { operationName }),
    ...COST,
    onResult({ complexity }) {
      cost += Math.ceil(complexity)
    },
  })
  try {
    return { errors: validate(schema, document, [rule]).map((error) => showError(services, error)), cost }
  } catch (error) {
    // An argument that cannot be read, for example an invalid id.
    return { errors: [showError(services, error)], cost }
  }
}

/** Operators and their programs are told; a widget has no use for it. */
function withCost({ spending, viewer }: GraphQLContext, result: ExecutionResult): ExecutionResult {
  if (!spending || !viewer) return result
  const { cost, remaining, limit } = spending
  return {
    ...result,
    extensions: { ...result.extensions, cost: { cost, remaining, limit, resetAt: resetOf(spending) } },
  }
}
