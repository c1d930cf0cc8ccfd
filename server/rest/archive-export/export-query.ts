import { z } from 'zod'
import type { ArchiveFilter } from '../../domain/archive/archive-filter.ts'
import { ChatOutcome, ChatRating, ReportDimension } from '../../generated/prisma/enums.ts'
import { storableText } from '../../text/storable-text.ts'
import { flag, format, idOf, many, moment, ofVisitors, readQuery, search, whole } from './query-values.ts'

/** The fields of the GraphQL input `CountedFilter`. */
const counted = {
  botId: idOf('Bot').optional(),
  country: z.string().max(2).transform(storableText).optional(),
  page: search,
  hour: whole.optional(),
  inHours: flag.optional(),
  firstReplyFrom: whole.optional(),
  replyFrom: whole.optional(),
  handlingFrom: whole.optional(),
  transferred: flag.optional(),
  firstReplyOnTime: flag.optional(),
  closedOnTime: flag.optional(),
  without: z.enum(ReportDimension).exclude(['ALL']).optional(),
}

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
  ...counted,
})

interface ExportRequest {
  format: 'csv' | 'json'
  search: string | undefined
  filter: ArchiveFilter
}

/** Throws `invalid_request`. */
export function readExportQuery(query: unknown): ExportRequest {
  const { format, search, channelId, operatorId, departmentId, tagId, rating, outcome, ...others } =
    readQuery(exportQuery, query)
  const { closedFrom, closedBefore, visitorNumber, blacklisted, ...counted } = others
  return {
    format,
    search,
    filter: {
      closedFrom,
      closedBefore,
      visitorNumber,
      blacklisted,
      counted,
      ...(channelId && { channelIds: channelId }),
      ...(operatorId && { operatorIds: operatorId }),
      ...(departmentId && { departmentIds: departmentId }),
      ...(tagId && { tagIds: tagId }),
      ...(rating && { ratings: rating }),
      ...(outcome && { outcomes: outcome }),
    },
  }
}
