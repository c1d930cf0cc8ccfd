import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { type GraphQLField, getNullableType, isListType } from 'graphql'
import { AppError } from '../errors.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { DEFAULT_PAGE, MAX_PAGE } from './bounds.ts'
import checkedArgs from './checked-args.ts'
import type { GraphQLContext } from './context.ts'
import { notSignedIn } from './context.ts'
import { decodeGlobalId, encodeGlobalId } from './global-id.ts'

/** How many entries a list counts for that cannot grow. */
const LIST = 10

/**
 * A page counts for the entries that it asks for: its `edges` are a list, so the connection itself is the rest. A list
 * that is asked for by ids counts for their number.
 */
function entriesOf(
  { first, last, ids }: Record<string, unknown>,
  field: GraphQLField<unknown, GraphQLContext>,
): number {
  if (isListType(getNullableType(field.type))) return Array.isArray(ids) ? ids.length : LIST
  if (!field.args.some(({ name }) => name === 'first')) return 1
  return Math.min(Number(first ?? last ?? DEFAULT_PAGE), MAX_PAGE) / LIST
}

export const builder = new SchemaBuilder<{
  Context: GraphQLContext
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: true
  AuthScopes: { signedIn: boolean; admin: boolean }
  Scalars: {
    DateTime: { Input: Date; Output: Date }
    UUID: { Input: string; Output: string }
  }
}>({
  plugins: [checkedArgs, ScopeAuthPlugin, PrismaPlugin, RelayPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  defaultInputFieldRequiredness: true,
  prisma: {
    // Queries go through the context's client: a schema serves any number of processes and tests.
    client: (context) => context.services.db as unknown as PrismaClient,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    maxConnectionSize: MAX_PAGE,
    defaultConnectionSize: DEFAULT_PAGE,
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    // Ours say null where theirs throw: see `nodes.ts`.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    encodeGlobalID: encodeGlobalId,
    decodeGlobalID: decodeGlobalId,
  },
  scopeAuth: {
    authScopes: (context) => ({ signedIn: context.viewer !== null, admin: context.viewer?.role === 'ADMIN' }),
    unauthorizedError: (_parent, context) =>
      context.viewer ? new AppError('forbidden', 'Only an admin may do this.') : notSignedIn(),
    treatErrorsAsUnauthorized: false,
  },
  complexity: {
    fieldComplexity: (args, _context, field) => ({ field: 1, multiplier: entriesOf(args, field) }),
    // Checked once for each operation, and not for every event of a subscription: see `operation-limits.ts`.
    disabled: true,
  },
})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})
