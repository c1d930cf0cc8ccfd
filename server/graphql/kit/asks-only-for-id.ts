import type { GraphQLResolveInfo } from 'graphql'

const KNOWN = ['id', '__typename']

/** Whether the operation wants nothing of an object but its `id`, which is known without reading the object. */
export function asksOnlyForId({ fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes.every(({ selectionSet }) =>
    selectionSet?.selections.every((part) => part.kind === 'Field' && KNOWN.includes(part.name.value)),
  )
}
