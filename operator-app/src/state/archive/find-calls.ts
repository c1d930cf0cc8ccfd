import { callsQuery } from '../../graphql/calls.ts'
import { query } from '../../graphql/request.ts'
import { type ArchiveFields, toCallFilter } from './archive-fields.ts'
import type { Calls } from './calls.svelte.ts'
import type { LogPage } from './log.svelte.ts'

const PAGE_SIZE = 30

/** Reads a page of the ids of the calls that match; the calls themselves go into their store. Throws RequestError. */
export async function findCalls(
  store: Calls,
  fields: ArchiveFields,
  after: string | null,
): Promise<LogPage<string>> {
  const keep = store.beginRead()
  const { calls } = await query(callsQuery, { filter: toCallFilter(fields), first: PAGE_SIZE, after })
  keep(calls.nodes)
  const { hasNextPage, endCursor } = calls.pageInfo
  return { items: calls.nodes.map(({ id }) => id), next: hasNextPage ? endCursor : null }
}
