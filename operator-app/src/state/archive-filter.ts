import type { ChatOutcome } from '../graphql/archive.ts'
import type { Chat } from '../graphql/fragments.ts'
import { toTimeRange } from './time-range.ts'

/** What the fields of the archive's filters hold, as text; an empty one does not restrict. */
export interface ArchiveFields {
  channelId: string
  operatorId: string
  departmentId: string
  outcome: '' | ChatOutcome
  rating: '' | NonNullable<Chat['rating']>
  /** Days in the viewer's time zone, both included. */
  from: string
  to: string
  visitorNumber: string
  blacklisted: '' | 'true' | 'false'
}

export const noFilter: ArchiveFields = {
  channelId: '',
  operatorId: '',
  departmentId: '',
  outcome: '',
  rating: '',
  from: '',
  to: '',
  visitorNumber: '',
  blacklisted: '',
}

const MAX_NUMBER = 2_147_483_647

/** The fields with something that cannot be searched for. */
export function invalidFields({ visitorNumber, from, to }: ArchiveFields): ('visitorNumber' | 'to')[] {
  const isNumber =
    visitorNumber === '' || (/^\d+$/.test(visitorNumber) && Number(visitorNumber) <= MAX_NUMBER)
  const isRange = from === '' || to === '' || from <= to
  return [...(isNumber ? [] : ['visitorNumber' as const]), ...(isRange ? [] : ['to' as const])]
}

/** The fields of which everything can be searched for. */
export function withoutInvalid(fields: ArchiveFields): ArchiveFields {
  return { ...fields, ...Object.fromEntries(invalidFields(fields).map((name) => [name, ''])) }
}

/** The fields as the `ArchiveFilter` of the API. */
export function toArchiveFilter(fields: ArchiveFields) {
  const { channelId, operatorId, departmentId, outcome, rating, visitorNumber, blacklisted } = fields
  const closedAt = toTimeRange(fields.from, fields.to)
  return {
    ...(channelId && { channelIds: [channelId] }),
    ...(operatorId && { operatorIds: [operatorId] }),
    ...(departmentId && { departmentIds: [departmentId] }),
    ...(outcome && { outcomes: [outcome] }),
    ...(rating && { ratings: [rating] }),
    ...(closedAt && { closedAt }),
    ...(visitorNumber && { visitorNumber: Number(visitorNumber) }),
    ...(blacklisted && { blacklisted: blacklisted === 'true' }),
  }
}

/** Where the same chats are downloaded as a file. */
export function exportPath(format: 'csv' | 'json', search: string, fields: ArchiveFields): string {
  const { channelId, operatorId, departmentId, outcome, rating, visitorNumber, blacklisted } = fields
  const { closedAt } = toArchiveFilter(fields)
  const parameters = {
    format,
    search,
    channelId,
    operatorId,
    departmentId,
    outcome,
    rating,
    visitorNumber,
    blacklisted,
    closedFrom: closedAt?.since ?? '',
    closedBefore: closedAt?.until ?? '',
  }
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return `/archive/export?${new URLSearchParams(given)}`
}
