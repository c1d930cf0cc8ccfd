import { type ResultOf as AnswerOf, initGraphQLTada } from 'gql.tada'
import type { introspection } from '../generated/graphql-env.d.ts'

/**
 * Parses a document and types it from schema.graphql. Fragments are not masked: the stores keep whole
 * records and hand them to any component.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection
  disableMasking: true
  scalars: { DateTime: string; UUID: string; JSON: unknown; ByteCount: number }
}>()

type Page = { edges: unknown } | { nodes: unknown } | { totalCount: unknown }

/** What is null only when it is refused, besides pages. */
type RefusedOrThere =
  | 'callSettings'
  | 'chatSettings'
  | 'installation'
  | 'openChatCount'
  | 'report'
  | 'retention'

/** The answer of a query of which nothing was refused: `query` throws when something was. */
export type QueryData<Data> = {
  [Name in keyof Data]: Name extends RefusedOrThere
    ? NonNullable<Data[Name]>
    : NonNullable<Data[Name]> extends Page
      ? NonNullable<Data[Name]>
      : Data[Name]
}

/** The answer to a document when nothing of it is refused, or the content of a fragment. */
export type ResultOf<Document> = QueryData<AnswerOf<Document>>

export type { TadaDocumentNode, VariablesOf } from 'gql.tada'
