import { builder } from './kit/builder.ts'
import { COST } from './kit/operation-limits.ts'
import { OPERATION_COST } from './kit/spend-cost.ts'
import { resetOf, type Spending } from './kit/spending.ts'

const RateLimit = builder.objectRef<Spending>('RateLimit').implement({
  description:
    'What the caller may still spend: every API token, session and visitor has a budget for a minute. Also sent as `extensions.cost` and, over HTTP, in the headers `RateLimit-Policy` and `RateLimit`.',
  fields: (t) => ({
    cost: t.exposeInt('cost', {
      description: `What this operation cost: ${OPERATION_COST}, and 1 for every field that its answer can have.`,
    }),
    maxCost: t.int({
      description: 'The most that a single operation may cost.',
      resolve: () => COST.maxComplexity + OPERATION_COST,
    }),
    maxDepth: t.int({
      description: 'How many levels an operation may have.',
      resolve: () => COST.maxDepth,
    }),
    limit: t.exposeInt('limit', { description: 'What the caller may spend a minute.' }),
    remaining: t.exposeInt('remaining', {
      description: 'What is left of it after this operation. An operation that costs more is RATE_LIMITED.',
    }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the whole budget is there again.',
      resolve: resetOf,
    }),
  }),
})

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimit,
    description: 'What the session or API token of the caller may still spend.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, { spending }) => {
      if (!spending) throw new Error('the operation runs although its cost was not taken')
      return spending
    },
  }),
)
