import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql'

/** The names of the fields that are asked for below a field, at any depth. */
export function askedFields({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>()
  const look = (set: SelectionSetNode | undefined) => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === 'Field') names.add(selection.name.value)
      look(
        selection.kind === 'FragmentSpread'
          ? fragments[selection.name.value]?.selectionSet
          : selection.selectionSet,
      )
    }
  }
  for (const { selectionSet } of fieldNodes) look(selectionSet)
  return names
}
