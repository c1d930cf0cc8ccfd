import type DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import { asksOnlyForId } from './asks-only-for-id.ts'
import { loadRow } from './load.ts'

/** A row that a foreign key guarantees. When only its `id` is asked for, as screens do in every event, nothing is read. */
export function related<Row extends { id: string }>(
  loader: DataLoader<string, Row | null>,
  id: string,
  info: GraphQLResolveInfo,
): Row | Promise<Row> {
  return asksOnlyForId(info) ? ({ id } as Row) : loadRow(loader, id)
}
