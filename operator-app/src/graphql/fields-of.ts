import type { DocumentNode } from 'graphql'

/** The fields of Query, Mutation or Subscription that a document asks for. */
export function fieldsOf(document: DocumentNode): string[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition'
      ? definition.selectionSet.selections.flatMap((field) =>
          field.kind === 'Field' ? field.name.value : [],
        )
      : [],
  )
}
