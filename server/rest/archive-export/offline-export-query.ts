import { z } from 'zod'
import type { OfflineMessageFilter } from '../../domain/offline-messages/offline-message-filter.ts'
import { OfflineMessageState } from '../../generated/prisma/enums.ts'
import { format, idOf, many, moment, readQuery, search } from './query-values.ts'

/** The address's parameters: the fields of the GraphQL input `OfflineMessageFilter`, in the singular where it has lists. */
const exportQuery = z.object({
  format,
  search,
  state: z.enum(OfflineMessageState).optional(),
  channelId: many(idOf('Channel')),
  departmentId: many(idOf('Department')),
  operatorId: many(idOf('Operator')),
  visitorNumber: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  leftFrom: moment.optional(),
  leftBefore: moment.optional(),
})

interface OfflineExportRequest {
  format: 'csv' | 'json'
  search: string | undefined
  filter: OfflineMessageFilter
}

/** Throws `invalid_request`. */
export function readOfflineExportQuery(query: unknown): OfflineExportRequest {
  const { format, search, leftFrom, leftBefore, ...given } = readQuery(exportQuery, query)
  const { state, channelId, departmentId, operatorId, visitorNumber } = given
  return {
    format,
    search,
    filter: {
      state: state ?? null,
      channelIds: channelId ?? null,
      departmentIds: departmentId ?? null,
      operatorIds: operatorId ?? null,
      visitorNumber: visitorNumber ?? null,
      createdAt: { since: leftFrom ?? null, until: leftBefore ?? null },
    },
  }
}
