import { z } from 'zod'
import type { CallFilter } from '../../domain/calls/call-filter.ts'
import { CallType } from '../../generated/prisma/enums.ts'
import { format, idOf, many, moment, readQuery, search } from './query-values.ts'

/** The address's parameters: the fields of the GraphQL input `CallFilter`, in the singular where it has lists. */
const callExportQuery = z.object({
  format,
  search,
  type: many(z.enum(CallType)),
  state: many(z.enum(['END', 'ERROR'])),
  channelId: many(idOf('Channel')),
  operatorId: many(idOf('Operator')),
  createdFrom: moment.optional(),
  createdBefore: moment.optional(),
})

/** Throws `invalid_request`. */
export function readCallExportQuery(query: unknown): { format: 'csv' | 'json'; filter: CallFilter } {
  const read = readQuery(callExportQuery, query)
  const { format, search, type, state, channelId, operatorId, createdFrom, createdBefore } = read
  return {
    format,
    filter: {
      search: search ?? null,
      type: type ?? null,
      state: state ?? null,
      channelIds: channelId ?? null,
      operatorIds: operatorId ?? null,
      createdAt: { since: createdFrom ?? null, until: createdBefore ?? null },
    },
  }
}
