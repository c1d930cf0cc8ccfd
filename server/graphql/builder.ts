import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { AppError } from '../errors.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { GraphQLContext } from './context.ts'
import { notSignedIn } from './context.ts'
import { decodeGlobalId, encodeGlobalId } from './global-id.ts'

/** Lists that can grow give at most this many entries at once. */
export const MAX_PAGE = 100

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
  plugins: [ScopeAuthPlugin, PrismaPlugin, RelayPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  defaultInputFieldRequiredness: true,
  prisma: {
    // Queries go through the context's client: a schema serves any number of processes and tests.
    client: (context) => context.services.db as unknown as PrismaClient,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    maxConnectionSize: MAX_PAGE,
    defaultConnectionSize: 50,
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
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
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    limit: { complexity: 20_000, depth: 12, breadth: 300 },
  },
})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})
