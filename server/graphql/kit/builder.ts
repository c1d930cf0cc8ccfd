import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { type GraphQLField, getNullableType, isListType } from 'graphql'
import { AppError } from '../../errors.ts'
import type PrismaTypes from '../../generated/pothos.ts'
import { getDatamodel } from '../../generated/pothos.ts'
import { DEFAULT_PAGE, MAX_PAGE } from './bounds.ts'
import checkedArgs from './checked-args.ts'
import type { GraphQLContext } from './context.ts'
import { notSignedIn, visitorsCannot } from './context.ts'
import { decodeGlobalId, encodeGlobalId } from './global-id.ts'
import measuredFields from './measured-fields.ts'
import nullableRoots from './nullable-roots.ts'
import syncNodeIds from './sync-node-ids.ts'

/** The cost of a list that cannot grow, in entries. */
const LIST = 10

/**
 * A page costs as much as the entries that it asks for. Its `edges` are a list and count as one, so the connection
 * itself counts for the rest. A list that is read by ids costs as many entries as there are ids.
 */
function entriesOf(
  { first, last, ids }: Record<string, unknown>,
  field: GraphQLField<unknown, GraphQLContext>,
): number {
  if (isListType(getNullableType(field.type))) return Array.isArray(ids) ? ids.length : LIST
  if (!field.args.some(({ name }) => name === 'first')) return 1
  // A size that is refused later must not make the rest of the operation cheaper.
  return Math.min(Math.max(Number(first ?? last ?? DEFAULT_PAGE), 1), MAX_PAGE) / LIST
}

interface TypesOfSchema {
  Context: GraphQLContext
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: true
  AuthScopes: { signedIn: boolean; admin: boolean }
  Scalars: {
    DateTime: { Input: Date; Output: Date }
    UUID: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
    ByteCount: { Input: never; Output: number }
  }
}

/** The builder's types, for helpers that take or make parts of the schema. */
export type Types = PothosSchemaTypes.ExtendDefaultTypes<TypesOfSchema>

export const builder = new SchemaBuilder<TypesOfSchema>({
  plugins: [
    measuredFields,
    checkedArgs,
    nullableRoots,
    ScopeAuthPlugin,
    PrismaPlugin,
    RelayPlugin,
    ComplexityPlugin,
    syncNodeIds,
  ],
  defaultFieldNullability: false,
  defaultInputFieldRequiredness: true,
  prisma: {
    // Queries use the client of the context, because one schema serves any number of apps in tests.
    client: (context) => context.services.db,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    maxConnectionSize: MAX_PAGE,
    defaultConnectionSize: DEFAULT_PAGE,
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodeTypeOptions: { description: 'Anything that `node` and `nodes` can read by its id.' },
    pageInfoTypeOptions: { description: 'The position of a page in its list.' },
    hasNextPageFieldOptions: { description: 'Whether entries follow `endCursor`.' },
    hasPreviousPageFieldOptions: { description: 'Whether entries precede `startCursor`.' },
    startCursorFieldOptions: { description: 'The cursor of the first entry; null for an empty page.' },
    endCursorFieldOptions: { description: 'The cursor of the last entry; null for an empty page.' },
    firstArgOptions: {
      description: `How many entries to return from the start, 1 to ${MAX_PAGE}; ${DEFAULT_PAGE} by default.`,
    },
    lastArgOptions: {
      description: `How many entries to return from the end, instead of \`first\`, 1 to ${MAX_PAGE}. They keep the order of the list.`,
    },
    afterArgOptions: { description: 'Return only entries after this cursor. Not together with `last`.' },
    beforeArgOptions: {
      description: 'Return only entries before this cursor. Only together with `last`, or alone.',
    },
    nodesOnConnection: { description: 'The entries of the page, without their cursors.' },
    cursorFieldOptions: { description: 'Pass it as `after` or `before` to continue from this entry.' },
    // Ours return null where the plugin's throw: see `nodes.ts`.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    encodeGlobalID: encodeGlobalId,
    decodeGlobalID: decodeGlobalId,
  },
  scopeAuth: {
    authScopes: ({ viewer }) => ({
      signedIn: viewer !== null,
      admin: viewer?.role === 'ADMIN',
    }),
    unauthorizedError: (_parent, { principal, viewer }) => {
      if (principal?.kind === 'visitor') return visitorsCannot()
      return viewer ? new AppError('forbidden', 'Only admins can do this.') : notSignedIn()
    },
    treatErrorsAsUnauthorized: false,
  },
  complexity: {
    fieldComplexity: (args, _context, field) => ({ field: 1, multiplier: entriesOf(args, field) }),
    // Checked once for each operation, not for every event of a subscription: see `operation-limits.ts`.
    disabled: true,
  },
})

builder.queryType({
  description:
    'What can be read. Unless a field says otherwise, the caller must be signed in. A page is null when it is refused, and so is what only admins may read: `errors` says why.',
})
builder.mutationType({
  description:
    'What can be changed. Unless a mutation says otherwise, any signed-in operator may call it for what they can see; admins see every channel and chat of the account, operators those of their channels.',
})
builder.subscriptionType({
  description: 'What is pushed to the caller over WebSocket (graphql-transport-ws).',
})
