import type { ArchiveSection } from '../../browser/route.ts'
import { archivePath } from '../../browser/route.ts'
import type { Call } from '../../graphql/calls.ts'
import type { Chat, ChatOutcome } from '../../graphql/fragments.ts'
import type { OfflineMessage } from '../../graphql/offline-messages.ts'
import { toTimeRange } from './time-range.ts'

/** The search and the filters of the archive, as text; an empty field does not restrict. */
export interface ArchiveFields {
  search: string
  /** One of `listFields`, as the ids of operators, departments and tags are. */
  channelId: string
  operatorId: string
  departmentId: string
  /** Of chats. */
  tagId: string
  /** Of chats and calls; only chats end with a bot. */
  outcome: '' | ChatOutcome
  /** Only chats have it. */
  rating: '' | NonNullable<Chat['rating']>
  /** Only calls have it. */
  type: '' | Call['type']
  /** Only offline messages have it. */
  state: '' | OfflineMessage['state']
  /** Days in the viewer's time zone, both included. */
  from: string
  to: string
  visitorNumber: string
  blacklisted: '' | 'true' | 'false'
  /** What a report counts chats by, as a link of it says. */
  botId: string
  country: string
  page: string
  /** Of the week, from 0 (Monday at midnight) to 167. */
  hour: string
  inHours: '' | 'true' | 'false'
  /** Seconds. */
  firstReplyFrom: string
  replyFrom: string
  handlingFrom: string
  transferred: '' | 'true' | 'false'
  firstReplyOnTime: '' | 'true' | 'false'
  closedOnTime: '' | 'true' | 'false'
  /** A dimension of reports. */
  without: '' | Dimension
}

type Field = keyof ArchiveFields

/** The dimensions of reports of which a chat may have no value. */
export const dimensions = ['DEPARTMENT', 'OPERATOR', 'TAG', 'BOT', 'COUNTRY', 'PAGE'] as const
type Dimension = (typeof dimensions)[number]

export const noFields: ArchiveFields = {
  search: '',
  channelId: '',
  operatorId: '',
  departmentId: '',
  tagId: '',
  outcome: '',
  rating: '',
  type: '',
  state: '',
  from: '',
  to: '',
  visitorNumber: '',
  blacklisted: '',
  botId: '',
  country: '',
  page: '',
  hour: '',
  inHours: '',
  firstReplyFrom: '',
  replyFrom: '',
  handlingFrom: '',
  transferred: '',
  firstReplyOnTime: '',
  closedOnTime: '',
  without: '',
}

/** What only a link of a report sets: the filters show it, and can remove it. */
export const countedFields = [
  'botId',
  'country',
  'page',
  'hour',
  'inHours',
  'firstReplyFrom',
  'replyFrom',
  'handlingFrom',
  'transferred',
  'firstReplyOnTime',
  'closedOnTime',
  'without',
] as const

/** What can have several values, with commas between them: entries that fit any of them are found. No id has a comma. */
export const listFields = ['channelId', 'operatorId', 'departmentId', 'tagId'] as const

/** The values of one of `listFields`. */
export function valuesIn(field: string): string[] {
  return field.split(',').filter(Boolean)
}

const names = Object.keys(noFields) as Field[]
const OF_ALL: readonly Field[] = [
  'search',
  'channelId',
  'operatorId',
  'from',
  'to',
  'visitorNumber',
  'blacklisted',
]
const fieldsOf: Record<ArchiveSection, readonly Field[]> = {
  chats: [...OF_ALL, 'departmentId', 'tagId', 'outcome', 'rating', ...countedFields],
  calls: [...OF_ALL, 'outcome', 'type'],
  'offline-messages': [...OF_ALL, 'departmentId', 'state'],
}
const MAX_NUMBER = 2_147_483_647
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** The valid values of these fields; an address may contain anything. */
const known: { [name in Field]?: (value: string) => boolean } = {
  outcome: (value) => ['ANSWERED', 'MISSED', 'BOT'].includes(value),
  rating: (value) => ['POSITIVE', 'NEGATIVE'].includes(value),
  type: (value) => ['CALLBACK', 'INCOMING', 'OUTGOING'].includes(value),
  state: (value) => ['NEW', 'ANSWERED'].includes(value),
  blacklisted: isFlag,
  hour: (value) => isWhole(value) && Number(value) < 168,
  inHours: isFlag,
  firstReplyFrom: isWhole,
  replyFrom: isWhole,
  handlingFrom: isWhole,
  transferred: isFlag,
  firstReplyOnTime: isFlag,
  closedOnTime: isFlag,
  without: (value) => dimensions.some((name) => name === value),
  from: isDay,
  to: isDay,
}

function isFlag(value: string): boolean {
  return ['true', 'false'].includes(value)
}

function isWhole(value: string): boolean {
  return /^\d+$/.test(value) && Number(value) <= MAX_NUMBER
}

function isDay(value: string): boolean {
  return DAY.test(value) && !Number.isNaN(Date.parse(value))
}

/** The fields that an address holds after its question mark; invalid values are omitted. */
export function readFields(query: string): ArchiveFields {
  const given = new URLSearchParams(query)
  const read = names.map((name) => {
    const value = given.get(name) ?? ''
    return [name, known[name]?.(value) === false ? '' : value]
  })
  // The compiler does not know the keys that `fromEntries` returns; `names` has all of them.
  return Object.fromEntries(read) as unknown as ArchiveFields
}

/** The fields as an address holds them, with the question mark; nothing when all are empty. */
export function formatFields(fields: ArchiveFields): string {
  const query = new URLSearchParams(
    names.map((name) => [name, fields[name]]).filter(([, value]) => value !== ''),
  ).toString()
  return query && `?${query}`
}

/** The fields that a section has; the others are empty. */
export function fieldsIn(section: ArchiveSection, fields: ArchiveFields): ArchiveFields {
  const own = Object.fromEntries(fieldsOf[section].map((name) => [name, fields[name]]))
  const noBot = section === 'calls' && fields.outcome === 'BOT' ? { outcome: '' as const } : {}
  return { ...noFields, ...own, ...noBot }
}

/** The fields with something that cannot be searched for. */
export function invalidFields({ visitorNumber, from, to }: ArchiveFields): ('visitorNumber' | 'to')[] {
  const isNumber = visitorNumber === '' || isWhole(visitorNumber)
  const isRange = from === '' || to === '' || from <= to
  return [...(isNumber ? [] : ['visitorNumber' as const]), ...(isRange ? [] : ['to' as const])]
}

/** The fields of which everything can be searched for. */
export function withoutInvalid(fields: ArchiveFields): ArchiveFields {
  return { ...fields, ...Object.fromEntries(invalidFields(fields).map((name) => [name, ''])) }
}

/** The fields as the `ArchiveFilter` of the API. */
export function toChatFilter(fields: ArchiveFields) {
  const { departmentId, tagId, outcome, rating } = fields
  const closedAt = toTimeRange(fields.from, fields.to)
  const counted = toCounted(fields)
  return {
    ...toFilter(fields),
    ...(Object.keys(counted).length > 0 && { counted }),
    ...(departmentId && { departmentIds: valuesIn(departmentId) }),
    ...(tagId && { tagIds: valuesIn(tagId) }),
    ...(outcome && { outcomes: [outcome] }),
    ...(rating && { ratings: [rating] }),
    ...(closedAt && { closedAt }),
  }
}

/** The fields as the `CountedFilter` of the API. */
function toCounted(fields: ArchiveFields) {
  const { botId, country, page, hour, inHours, firstReplyFrom, replyFrom, handlingFrom } = fields
  const { transferred, firstReplyOnTime, closedOnTime, without } = fields
  return {
    ...(botId && { botId }),
    ...(country && { country }),
    ...(page && { page }),
    ...(hour && { hour: Number(hour) }),
    ...(inHours && { inHours: inHours === 'true' }),
    ...(firstReplyFrom && { firstReplyFrom: Number(firstReplyFrom) }),
    ...(replyFrom && { replyFrom: Number(replyFrom) }),
    ...(handlingFrom && { handlingFrom: Number(handlingFrom) }),
    ...(transferred && { transferred: transferred === 'true' }),
    ...(firstReplyOnTime && { firstReplyOnTime: firstReplyOnTime === 'true' }),
    ...(closedOnTime && { closedOnTime: closedOnTime === 'true' }),
    ...(without && { without }),
  }
}

/** The fields as the `CallFilter` of the API; only calls that are over are in the archive. */
export function toCallFilter(fields: ArchiveFields) {
  const { type, outcome } = fields
  const createdAt = toTimeRange(fields.from, fields.to)
  const search = fields.search.trim()
  return {
    underWay: false,
    ...toFilter(fields),
    ...(search && { search }),
    ...(type && { type: [type] }),
    ...(outcome && outcome !== 'BOT' && { outcomes: [outcome] }),
    ...(createdAt && { createdAt }),
  }
}

/** The fields as the `OfflineMessageFilter` of the API. */
export function toOfflineFilter(fields: ArchiveFields) {
  const { departmentId, state } = fields
  const createdAt = toTimeRange(fields.from, fields.to)
  return {
    ...toFilter(fields),
    ...(departmentId && { departmentIds: valuesIn(departmentId) }),
    ...(state && { state }),
    ...(createdAt && { createdAt }),
  }
}

function toFilter({ channelId, operatorId, visitorNumber, blacklisted }: ArchiveFields) {
  return {
    ...(channelId && { channelIds: valuesIn(channelId) }),
    ...(operatorId && { operatorIds: valuesIn(operatorId) }),
    ...(visitorNumber && { visitorNumber: Number(visitorNumber) }),
    ...(blacklisted && { blacklisted: blacklisted === 'true' }),
  }
}

/** How an export calls the ends of the time. */
const timesOf: Record<ArchiveSection, [since: string, until: string]> = {
  chats: ['closedFrom', 'closedBefore'],
  calls: ['createdFrom', 'createdBefore'],
  'offline-messages': ['leftFrom', 'leftBefore'],
}

/**
 * Where what a section shows is downloaded as a file. The other parameters have the names of the fields; one with several
 * values is repeated.
 */
export function exportPath(section: ArchiveSection, format: 'csv' | 'json', fields: ArchiveFields): string {
  const { from, to, search, ...others } = fieldsIn(section, fields)
  const range = toTimeRange(from, to)
  const [since, until] = timesOf[section]
  const parameters = {
    format,
    search: search.trim(),
    ...others,
    [since]: range?.since ?? '',
    [until]: range?.until ?? '',
  }
  const given = Object.entries(parameters).flatMap(([name, value]) => {
    const values = listFields.some((field) => field === name) ? valuesIn(value) : [value].filter(Boolean)
    return values.map((each) => [name, each])
  })
  return `${archivePath(section)}/export?${new URLSearchParams(given)}`
}
