import { z } from 'zod'
import type { OfflineMessageFilter } from '../../domain/offline-messages/offline-message-filter.ts'
import { OfflineMessageState } from '../../generated/prisma/enums.ts'
import { format, idOf, many, moment, ofVisitors, readQuery, search } from './query-values.ts'

/** The address's parameters: the fields of the GraphQL input `OfflineMessageFilter`, in the singular where it has lists. */
const exportQuery = z.strictObject({
  format,
  search,
  state: z.enum(OfflineMessageState).optional(),
  channelId: many(idOf('Channel')),
  departmentId: many(idOf('Department')),
  operatorId: many(idOf('Operator')),
  leftFrom: moment.optional(),
  leftBefore: moment.optional(),
  ...ofVisitors,
})

interface OfflineExportRequest {
  format: 'csv' | 'json'
  search: string | undefined
  filter: OfflineMessageFilter
}

/** Throws `invalid_request`. */
export function readOfflineExportQuery(query: unknown): OfflineExportRequest {
  const { format, search, leftFrom, leftBefore, ...given } = readQuery(exportQuery, query)
  const { channelId, departmentId, operatorId, ...rest } = given
  return {
    format,
    search,
    filter: {
      ...(rest as OfflineMessageFilter),
      channelIds: channelId ?? null,
      departmentIds: departmentId ?? null,
      operatorIds: operatorId ?? null,
      createdAt: { since: leftFrom ?? null, until: leftBefore ?? null },
    },
  }
}
