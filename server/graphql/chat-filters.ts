import { Channel } from './channels.ts'
import { ChatRatingEnum, ChatStatusEnum } from './chats.ts'
import { Department } from './departments.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { Operator } from './operators.ts'
import { Tag } from './tags.ts'
import { Visitor } from './visitors.ts'

export const TimeRangeInput = builder.inputType('TimeRange', {
  description: 'From `since` (inclusive) to `until` (exclusive). Either may be omitted.',
  fields: (t) => ({
    since: t.field({ type: 'DateTime', required: false, description: 'Not before this moment.' }),
    until: t.field({ type: 'DateTime', required: false, description: 'Before this moment.' }),
  }),
})

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'The direction of an order.',
  values: {
    ASC: { description: 'The smallest or oldest first.' },
    DESC: { description: 'The largest or newest first.' },
  },
} as const)

const ids = (what: string) => `${what} At most ${MAX_LIST} ids.`

export const ChatFilterInput = builder.inputType('ChatFilter', {
  description:
    'Which chats to return. Every given field must match; of a list, any one entry. Omitted fields do not restrict.',
  fields: (t) => ({
    status: t.field({ type: [ChatStatusEnum], required: false, description: 'Their current status.' }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: ids('The channels that the visitors write through.'),
    }),
    departmentIds: t.globalIDList({
      for: [Department],
      required: false,
      description: ids('The departments that they were last handed to.'),
    }),
    operatorIds: t.globalIDList({
      for: [Operator],
      required: false,
      description: ids('The operators who are in them now; `[]` for chats without any.'),
    }),
    tagIds: t.globalIDList({
      for: [Tag],
      required: false,
      description: ids('Their tags; `[]` for chats without any.'),
    }),
    mine: t.boolean({
      required: false,
      description: 'Whether the viewer is in them now; `false` for the chats that the viewer is not in.',
    }),
    visitorId: t.globalID({ for: [Visitor], required: false, description: 'The visitor who started them.' }),
    ratings: t.field({
      type: [ChatRatingEnum],
      required: false,
      description: 'How the visitor rated them.',
    }),
    unansweredMinutes: t.int({
      required: false,
      description:
        'The visitor has been waiting for an operator for at least so many minutes: since `queuedAt` while it is QUEUED, or since `unansweredSince` while it is ACTIVE.',
    }),
    hasFailedDeliveries: t.boolean({
      required: false,
      description: 'Whether `failedDeliveries` is more than 0.',
    }),
    visitorOnSite: t.boolean({
      required: false,
      description: 'Whether the visitor is on the website now. Visitors of chat channels never are.',
    }),
    snoozed: t.boolean({ required: false, description: 'Whether they are snoozed now.' }),
    createdAt: t.field({ type: TimeRangeInput, required: false, description: 'When they were started.' }),
    closedAt: t.field({ type: TimeRangeInput, required: false, description: 'When they were closed.' }),
    lastActivityAt: t.field({
      type: TimeRangeInput,
      required: false,
      description: 'When their last message was stored.',
    }),
  }),
})

const ChatOrderField = builder.enumType('ChatOrderField', {
  description: 'What chats are ordered by. Chats without this time are not returned.',
  values: {
    CREATED_AT: { description: 'When they were started.' },
    LAST_ACTIVITY_AT: { description: 'When their last message was stored.' },
    QUEUED_AT: { description: 'Since when they have been waiting. Returns only chats that are waiting.' },
    CLOSED_AT: { description: 'When they were closed. Returns only closed chats.' },
    WAITING_SINCE: {
      description:
        'Since when the visitor has been waiting for an operator: `queuedAt` or `unansweredSince`. Returns only open chats; those whose visitor does not wait come last.',
    },
  },
} as const)

export const ChatOrderInput = builder.inputType('ChatOrder', {
  description: 'The order of a list of chats.',
  fields: (t) => ({
    field: t.field({ type: ChatOrderField, description: 'The time that they are ordered by.' }),
    direction: t.field({
      type: OrderDirection,
      defaultValue: 'DESC',
      description: 'Ascending or descending.',
    }),
  }),
})
