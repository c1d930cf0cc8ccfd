import { z } from 'zod'
import type { CallFilter } from '../../domain/calls/call-filter.ts'
import { CallOutcome, CallType } from '../../generated/prisma/enums.ts'
import { format, idOf, many, moment, ofVisitors, readQuery, search } from './query-values.ts'

/** The address's parameters: the fields of the GraphQL input `CallFilter`, in the singular where it has lists. */
const callExportQuery = z.strictObject({
  format,
  search,
  type: many(z.enum(CallType)),
  state: many(z.enum(['END', 'ERROR'])),
  channelId: many(idOf('Channel')),
  operatorId: many(idOf('Operator')),
  createdFrom: moment.optional(),
  createdBefore: moment.optional(),
  outcome: many(z.enum(CallOutcome)),
  ...ofVisitors,
})

interface CallExportRequest {
  format: 'csv' | 'json'
  search: string | undefined
  filter: CallFilter
}

/** Throws `invalid_request`. */
export function readCallExportQuery(query: unknown): CallExportRequest {
  const { format, search, createdFrom, createdBefore, ...given } = readQuery(callExportQuery, query)
  const { channelId, operatorId, outcome, ...rest } = given
  return {
    format,
    search,
    filter: {
      ...(rest as CallFilter),
      outcomes: outcome ?? null,
      channelIds: channelId ?? null,
      operatorIds: operatorId ?? null,
      createdAt: { since: createdFrom ?? null, until: createdBefore ?? null },
    },
  }
}
