import { z } from 'zod'
import type { ArchiveFilter } from '../../domain/archive/archive-filter.ts'
import { ChatOutcome, ChatRating } from '../../generated/prisma/enums.ts'
import { format, idOf, many, moment, ofVisitors, readQuery, search } from './query-values.ts'

/** The address's parameters: the fields of the GraphQL input `ArchiveFilter`, in the singular where it has lists. */
const exportQuery = z.strictObject({
  format,
  search,
  channelId: many(idOf('Channel')),
  operatorId: many(idOf('Operator')),
  departmentId: many(idOf('Department')),
  tagId: many(idOf('Tag')),
  rating: many(z.enum(ChatRating)),
  outcome: many(z.enum(ChatOutcome)),
  closedFrom: moment.optional(),
  closedBefore: moment.optional(),
  ...ofVisitors,
})

interface ExportRequest {
  format: 'csv' | 'json'
  search: string | undefined
  filter: ArchiveFilter
}

/** Throws `invalid_request`. */
export function readExportQuery(query: unknown): ExportRequest {
  const { format, search, channelId, operatorId, departmentId, tagId, rating, outcome, ...rest } = readQuery(
    exportQuery,
    query,
  )
  return {
    format,
    search,
    filter: {
      ...(rest as ArchiveFilter),
      ...(channelId && { channelIds: channelId }),
      ...(operatorId && { operatorIds: operatorId }),
      ...(departmentId && { departmentIds: departmentId }),
      ...(tagId && { tagIds: tagId }),
      ...(rating && { ratings: rating }),
      ...(outcome && { outcomes: outcome }),
    },
  }
}
