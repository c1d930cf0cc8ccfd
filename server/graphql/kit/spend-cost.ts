import { networkOf } from '../../domain/sessions/network-of.ts'
import type { GraphQLContext } from './context.ts'
import type { Spending } from './spending.ts'

/** What an operation costs whatever it asks for, so that the budget also bounds the number of requests. */
export const OPERATION_COST = 100

const MINUTE_SECONDS = 60

/**
 * Takes the cost of an operation from the budget of its caller: an API token, a session, a visitor, or, without any of
 * them, a network. Processes tell each other what was spent a moment later. Throws `too_many_requests`.
 */
export async function spendCost(context: GraphQLContext, cost: number): Promise<Spending> {
  const { limits, env } = context.services
  const limit = env.limits.graphqlCostPerMinute
  const budget = await limits.spend(
    { name: 'graphql', points: limit, seconds: MINUTE_SECONDS },
    callerOf(context),
    cost,
  )
  return { ...budget, cost, limit }
}

function callerOf({ principal, http }: GraphQLContext): string {
  if (principal?.kind === 'visitor') return `visitor:${principal.visitorId}`
  if (principal?.apiToken) return `token:${principal.apiToken.id}`
  if (principal) return `session:${principal.sessionId}`
  return `network:${http ? networkOf(http.address) : ''}`
}

/**
 * The headers of the IETF's draft "RateLimit header fields for HTTP", and those of its earlier versions, which more
 * libraries know.
 */
export function budgetHeaders({ limit, remaining, resetMs }: Omit<Spending, 'cost'>): Record<string, string> {
  const seconds = Math.ceil(resetMs / 1000)
  return {
    'ratelimit-policy': `"cost";q=${limit};w=${MINUTE_SECONDS}`,
    ratelimit: `"cost";r=${remaining};t=${seconds}`,
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(seconds),
  }
}
