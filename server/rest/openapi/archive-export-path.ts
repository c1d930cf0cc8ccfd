import {
  CallOutcome,
  CallType,
  ChatOutcome,
  ChatRating,
  OfflineMessageState,
  ReportDimension,
} from '../../generated/prisma/enums.ts'
import { MOST_VALUES } from '../archive-export/query-values.ts'
import { errorResponses, type PathItem, reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

const single = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'query',
  description,
  schema,
})
const several = (name: string, description: string, items: JsonSchema) =>
  single(name, `${description} It may be repeated.`, {
    type: 'array',
    maxItems: MOST_VALUES,
    items,
  })
const id: JsonSchema = { type: 'string' }
const day: JsonSchema = { type: 'string', format: 'date' }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const ofVisitors = (records: string) => [
  single('visitorNumber', `${records} the visitor with this number.`, { type: 'integer', minimum: 0 }),
  single('blacklisted', `${records} blacklisted visitors, or all others.`, { enum: ['true', 'false'] }),
]

const dimension: JsonSchema = {
  enum: Object.values(ReportDimension).filter((name) => name !== 'ALL'),
}
const flag: JsonSchema = { enum: ['true', 'false'] }
const whole: JsonSchema = { type: 'integer', minimum: 0 }
const countedBy = [
  single('botId', 'Chats that this bot answered.', id),
  single('country', 'Chats of visitors in this country (ISO 3166-1 alpha-2).', {
    type: 'string',
    maxLength: 2,
  }),
  single('page', 'Chats of visitors on this page, without query and fragment.', { type: 'string' }),
  single(
    'hour',
    'Chats that began in this hour of the week, from 0 (Monday at midnight) to 167, in the time zone of the account.',
    whole,
  ),
  single('inHours', 'Chats that began within the business hours, or all others.', flag),
  single('firstReplyFrom', 'Chats whose first reply took this many seconds or longer.', whole),
  single('replyFrom', 'Chats in which a reply took this many seconds or longer.', whole),
  single('handlingFrom', 'Chats whose handling took this many seconds or longer.', whole),
  single('transferred', 'Chats that were transferred, or all others.', flag),
  single('firstReplyOnTime', 'Chats that met their target for the first reply, or did not.', flag),
  single('closedOnTime', 'Chats that met their target for the closing, or did not.', flag),
  single('without', 'Chats that have no value of this dimension of reports.', dimension),
]

export const archiveExportPath: PathItem = {
  get: {
    operationId: 'exportArchive',
    summary: 'Export closed chats',
    description:
      'Streams all closed chats that the caller may see and that match the parameters, most recently closed first. CSV has one line for each chat, with its messages in the last cell, up to 32,000 characters; JSON is an array of chats with all messages. At most two exports at a time and ten a minute for each user.',
    tags: ['Archive'],
    security: [{ session: [] }, { apiToken: [] }],
    parameters: [
      { ...single('format', 'The format of the answer.', { enum: ['csv', 'json'] }), required: true },
      single('search', 'As in the GraphQL query `archivedChats`.', { type: 'string' }),
      several('channelId', 'Chats of this channel.', id),
      several('operatorId', 'Chats that this operator was in.', id),
      several('departmentId', 'Chats that were last handed to this department.', id),
      several('tagId', 'Chats with this tag.', id),
      several('rating', 'Chats with this rating.', { enum: Object.values(ChatRating) }),
      several('outcome', 'Chats with this outcome.', { enum: Object.values(ChatOutcome) }),
      single('closedFrom', 'Chats closed at this time or later.', moment),
      single('closedBefore', 'Chats closed before this time.', moment),
      ...ofVisitors('Chats of'),
      ...countedBy,
    ],
    responses: {
      200: {
        description: 'The chats',
        content: {
          'text/csv': { schema: { type: 'string' } },
          'application/json': { schema: { type: 'array', items: reference('ExportedChat') } },
        },
      },
      ...errorResponses(['invalid_request', 'unauthenticated', 'too_many_requests']),
    },
  },
}

export const callExportPath: PathItem = {
  get: {
    operationId: 'exportCalls',
    summary: 'Export past calls',
    description:
      'Streams all past calls that the caller may see and that match the parameters, newest first. CSV has one line for each call; JSON is an array of calls. The limits of `/archive/export` count for both.',
    tags: ['Archive'],
    security: [{ session: [] }, { apiToken: [] }],
    parameters: [
      { ...single('format', 'The format of the answer.', { enum: ['csv', 'json'] }), required: true },
      single('search', 'As in the GraphQL input `CallFilter`.', { type: 'string' }),
      several('type', 'Calls of this kind.', { enum: Object.values(CallType) }),
      several('state', 'Calls with this final state.', { enum: ['END', 'ERROR'] }),
      several('outcome', 'Calls that were answered, or missed.', { enum: Object.values(CallOutcome) }),
      several('channelId', 'Calls of this channel.', id),
      several('operatorId', 'Calls of this operator.', id),
      ...ofVisitors('Calls with'),
      single('createdFrom', 'Calls that started at this time or later.', moment),
      single('createdBefore', 'Calls that started before this time.', moment),
    ],
    responses: {
      200: {
        description: 'The calls',
        content: {
          'text/csv': { schema: { type: 'string' } },
          'application/json': { schema: { type: 'array', items: reference('ExportedCall') } },
        },
      },
      ...errorResponses(['invalid_request', 'unauthenticated', 'too_many_requests']),
    },
  },
}

export const offlineMessageExportPath: PathItem = {
  get: {
    operationId: 'exportOfflineMessages',
    summary: 'Export offline messages',
    description:
      'Streams all offline messages that the caller may see and that match the parameters, newest first. The limits of `/archive/export` count for both.',
    tags: ['Archive'],
    security: [{ session: [] }, { apiToken: [] }],
    parameters: [
      { ...single('format', 'The format of the answer.', { enum: ['csv', 'json'] }), required: true },
      single('search', 'As in the GraphQL query `offlineMessages`.', { type: 'string' }),
      single('state', 'Messages in this state.', { enum: Object.values(OfflineMessageState) }),
      several('channelId', 'Messages that were left on this channel.', id),
      several('departmentId', 'Messages for this department.', id),
      several('operatorId', 'Messages that this operator answered.', id),
      ...ofVisitors('Messages of'),
      single('leftFrom', 'Messages left at this time or later.', moment),
      single('leftBefore', 'Messages left before this time.', moment),
    ],
    responses: {
      200: {
        description: 'The offline messages',
        content: {
          'text/csv': { schema: { type: 'string' } },
          'application/json': { schema: { type: 'array', items: reference('ExportedOfflineMessage') } },
        },
      },
      ...errorResponses(['invalid_request', 'unauthenticated', 'too_many_requests']),
    },
  },
}

export const replyExportPath: PathItem = {
  get: {
    operationId: 'exportCannedReplies',
    summary: 'Export canned replies',
    description:
      'Streams the shared canned replies that the caller can use, or their own, as the GraphQL mutation `importCannedReplies` reads them, with how often each was used. The limits of `/archive/export` count for both.',
    tags: ['Archive'],
    security: [{ session: [] }, { apiToken: [] }],
    parameters: [
      {
        ...single('shared', 'Whether to export the shared ones, instead of the caller’s own.', {
          enum: ['true', 'false'],
        }),
        required: true,
      },
    ],
    responses: {
      200: { description: 'The canned replies', content: { 'text/csv': { schema: { type: 'string' } } } },
      ...errorResponses(['invalid_request', 'unauthenticated', 'too_many_requests']),
    },
  },
}

export const reportExportPath: PathItem = {
  get: {
    operationId: 'exportReport',
    summary: 'Export a report',
    description:
      'Supervisors and admins only: the figures of closed chats by one dimension, or by day or month; everything that a report counts in one line; how long operators were online and away; or each rating with its comment. They are those of the GraphQL query `report`. Times are in seconds. The limits of `/archive/export` count for both.',
    tags: ['Archive'],
    security: [{ session: [] }, { apiToken: [] }],
    parameters: [
      { ...single('from', 'The first date, in the time zone of the account.', day), required: true },
      { ...single('to', 'The last date, which is included.', day), required: true },
      {
        ...single(
          'by',
          'What the lines are: the values of a dimension; PERIOD for days, or months where there are more than 92 days; PRESENCE for operators with each reason for which they were away; RATINGS for the rated chats with their number, comment, channel, department and operators, most recently closed first; ALL for one line, also with calls, offline messages and invitations.',
          { enum: [...Object.values(ReportDimension), 'PERIOD', 'PRESENCE', 'RATINGS'] },
        ),
        required: true,
      },
      single(
        'compare',
        'Whether each line also has the figures of as many days directly before, in columns that begin with `before_`. Not with RATINGS.',
        flag,
      ),
      single('channelId', 'Chats of this channel.', id),
      single('departmentId', 'Chats that were last handed to this department.', id),
      single('operatorId', 'Chats that this operator was in.', id),
      single('tagId', 'Chats with this tag.', id),
      single('botId', 'Chats that this bot answered.', id),
      single('country', 'Chats of visitors in this country (ISO 3166-1 alpha-2).', {
        type: 'string',
        maxLength: 2,
      }),
    ],
    responses: {
      200: { description: 'The figures', content: { 'text/csv': { schema: { type: 'string' } } } },
      ...errorResponses(['invalid_request', 'unauthenticated', 'forbidden', 'too_many_requests']),
    },
  },
}

export const visitorExportPath: PathItem = {
  get: {
    operationId: 'exportVisitor',
    summary: 'Export everything that is stored about one visitor',
    description:
      'Admins only: the data of the visitor with their visit to the website (pages, address, custom data and attributes), who changed what, offline messages, invitations, calls, and all chats with their messages. The limits of `/archive/export` count for both.',
    tags: ['Archive'],
    security: [{ session: [] }, { apiToken: [] }],
    parameters: [
      {
        name: 'visitorId',
        in: 'path',
        required: true,
        description: 'The GraphQL `id` of the visitor.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: {
        description: 'The data',
        content: { 'application/json': { schema: reference('ExportedVisitor') } },
      },
      ...errorResponses(['unauthenticated', 'forbidden', 'not_found', 'too_many_requests']),
    },
  },
}
