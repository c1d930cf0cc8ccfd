import { initGraphQLTada } from 'gql.tada'
import type { introspection } from '../generated/graphql-env.d.ts'

/**
 * Parses a document and types it from schema.graphql. Fragments are not masked: the stores keep whole
 * records and hand them to any component.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection
  disableMasking: true
  scalars: { DateTime: string; UUID: string; JSON: unknown }
}>()

export type { ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada'
