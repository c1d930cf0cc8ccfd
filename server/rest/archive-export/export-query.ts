import { z } from 'zod'
import type { ArchiveFilter } from '../../domain/archive/archive-filter.ts'
import { AppError } from '../../errors.ts'
import { ChatOutcome, ChatRating } from '../../generated/prisma/enums.ts'
import { readGlobalId } from '../../graphql/global-id.ts'
import { storableText } from '../../storable-text.ts'

/** The most values of one parameter. */
const MOST = 100

/** A parameter that may be given several times. */
const many = <T extends z.ZodType>(value: T) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(value).max(MOST)).optional()
const idOf = (typename: string) =>
  z.string().transform((given, context) => {
    const read = readGlobalId(given)
    if (read?.typename === typename) return read.id
    context.addIssue(`This is not the id of a ${typename.toLowerCase()}.`)
    return z.NEVER
  })
const moment = z.iso
  .datetime({ offset: true, error: 'Write a time like 2026-01-31T12:00:00Z.' })
  .transform((text) => new Date(text))

/** The address's parameters: the fields of the GraphQL input `ArchiveFilter`, in the singular where it has lists. */
const exportQuery = z.object({
  format: z.enum(['csv', 'json'], { error: 'Choose csv or json.' }),
  search: z.string().transform(storableText).optional(),
  channelId: many(idOf('Channel')),
  operatorId: many(idOf('Operator')),
  departmentId: many(idOf('Department')),
  rating: many(z.enum(ChatRating)),
  outcome: many(z.enum(ChatOutcome)),
  closedFrom: moment.optional(),
  closedBefore: moment.optional(),
  visitorNumber: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  blacklisted: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
})

interface ExportRequest {
  format: 'csv' | 'json'
  search: string | undefined
  filter: ArchiveFilter
}

/** Throws `invalid_request`. */
export function readExportQuery(query: unknown): ExportRequest {
  const parsed = exportQuery.safeParse(query)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new AppError('invalid_request', issue?.message ?? 'This value is not valid.', {
      ...(issue?.path[0] !== undefined && { field: String(issue.path[0]) }),
    })
  }
  const { format, search, channelId, operatorId, departmentId, rating, outcome, ...rest } = parsed.data
  return {
    format,
    search,
    filter: {
      ...(rest as ArchiveFilter),
      ...(channelId && { channelIds: channelId }),
      ...(operatorId && { operatorIds: operatorId }),
      ...(departmentId && { departmentIds: departmentId }),
      ...(rating && { ratings: rating }),
      ...(outcome && { outcomes: outcome }),
    },
  }
}
