import type DataLoader from 'dataloader'
import { type GraphQLResolveInfo, Kind } from 'graphql'
import { loadRow } from './load.ts'

/** A row that a foreign key guarantees. When only its `id` is asked for, as screens do in every event, nothing is read. */
export async function related<Row extends { id: string }>(
  loader: DataLoader<string, Row | null>,
  id: string,
  info: GraphQLResolveInfo,
): Promise<Row> {
  return asksOnlyForId(info) ? ({ id } as Row) : loadRow(loader, id)
}

function asksOnlyForId({ fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes
    .flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
    .every((selection) => selection.kind === Kind.FIELD && /^(id|__typename)$/.test(selection.name.value))
}
