import type { initGraphQLTada } from 'gql.tada'
import type { introspection } from './generated/graphql-env.d.ts'

type Tada = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection
    disableMasking: true
    scalars: { DateTime: string; UUID: string; JSON: unknown }
  }>
>

/**
 * Types a document from schema.graphql. At run time only its text remains, with that of its fragments: one that
 * two of them use would occur twice, and be refused.
 */
export const graphql = ((text: string, fragments: string[] = []) =>
  text + fragments.join('')) as unknown as Tada

export type { ResultOf, TadaDocumentNode } from 'gql.tada'
