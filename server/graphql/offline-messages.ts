import { queryDirect } from '../database/query-direct.ts'
import { answerOfflineMessage } from '../domain/offline-messages/answer-offline-message.ts'
import {
  countNewOfflineMessages,
  MOST_COUNTED,
} from '../domain/offline-messages/count-new-offline-messages.ts'
import { findOfflineMessages } from '../domain/offline-messages/find-offline-messages.ts'
import type { OfflineMessageFilter } from '../domain/offline-messages/offline-message-filter.ts'
import { within } from '../domain/viewer.ts'
import type { OfflineMessage as OfflineMessageRow, OutboxItem } from '../generated/prisma/client.ts'
import { OfflineMessageState } from '../generated/prisma/enums.ts'
import { Attempt, NEXT_ATTEMPT_AT } from './attempts.ts'
import { Channel } from './channels.ts'
import { TimeRangeInput } from './chat-filters.ts'
import { Department } from './departments.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { MOST_ATTEMPTS } from './kit/loaders.ts'
import { returned } from './kit/payload-fields.ts'
import { inOrder, recordPage, selectRows } from './kit/select-page.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { MailStateEnum } from './mails.ts'
import { Operator } from './operators.ts'
import { Visitor } from './visitors.ts'

const StateEnum = builder.enumType(OfflineMessageState, {
  name: 'OfflineMessageState',
  description: 'Whether somebody has answered.',
  values: {
    NEW: { description: 'It is waiting for an answer.' },
    ANSWERED: { description: 'An operator has answered it.' },
  },
})

const AnswerDelivery = builder.objectRef<OutboxItem>('AnswerDelivery').implement({
  description: 'The mail with the answer to an offline message.',
  fields: (t) => ({
    state: t.expose('state', { type: MailStateEnum, description: 'Its current state.' }),
    attempts: t.exposeInt('attempts', {
      description: 'How many attempts were made since it became pending; eight at most.',
    }),
    nextAttemptAt: t.field(NEXT_ATTEMPT_AT),
    sentAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the mail server accepted it. Null before.',
      resolve: ({ state, finishedAt }) => (state === 'SENT' ? finishedAt : null),
    }),
    errorCode: t.exposeString('errorCode', {
      nullable: true,
      description: 'Why the last attempt failed: see `Mail.errorCode`.',
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'What the mail server replied, or what happened, in words.',
    }),
    log: t.field({
      type: [Attempt],
      description: `The latest attempts, at most ${MOST_ATTEMPTS}, oldest first.`,
      resolve: ({ id }, _args, { loaders }) => loaders.logOfItem.load(id),
    }),
  }),
})

export const OfflineMessage = builder.prismaNode('OfflineMessage', {
  id: { field: 'id' },
  nullable: true,
  description: 'A message that a visitor left while nobody was available.',
  findUnique: (id, context) => ({ id, ...within(viewerOf(context)) }),
  fields: (t) => ({
    state: t.expose('state', { type: StateEnum, description: 'Whether somebody has answered.' }),
    channel: t.field({
      type: Channel,
      description: 'The channel that it was left on.',
      resolve: ({ channelId }, _args, { loaders }) => loadRow(loaders.channel, channelId),
    }),
    visitor: t.field({
      type: Visitor,
      nullable: true,
      description: 'Who left it. Null if they were not known.',
      resolve: ({ visitorId }, _args, { loaders }) => (visitorId ? loaders.visitor.load(visitorId) : null),
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'The department that it is for, if the visitor chose one.',
      resolve: ({ departmentId }, _args, { loaders }) =>
        departmentId ? loaders.department.load(departmentId) : null,
    }),
    name: t.exposeString('name', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true, description: 'A phone number to call back.' }),
    text: t.exposeString('text', { description: 'What the visitor wrote; up to 4000 characters.' }),
    pageUrl: t.exposeString('pageUrl', {
      nullable: true,
      description:
        'The page that it was left on. It can be any text: show it as a link only when it is an http(s) address.',
    }),
    answer: t.exposeString('answer', { nullable: true, description: 'The answer. Null while it is NEW.' }),
    answeredBy: t.field({
      type: Operator,
      nullable: true,
      description: 'Who answered. Null while it is NEW.',
      resolve: ({ answeredById }, _args, { loaders }) =>
        answeredById ? loaders.user.load(answeredById) : null,
    }),
    answeredAt: t.expose('answeredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was answered. Null while it is NEW.',
    }),
    delivery: t.field({
      type: AnswerDelivery,
      nullable: true,
      description:
        'The mail with the answer. Null while it is NEW, when no e-mail address was left, and 30 days after the answer.',
      resolve: ({ id }, _args, { loaders }) => loaders.answerOfOfflineMessage.load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const OfflineMessageFilterInput = builder.inputType('OfflineMessageFilter', {
  description:
    'Which offline messages to return. Every given field must match; of a list, any one entry. Omitted fields do not restrict.',
  fields: (t) => ({
    state: t.field({ type: StateEnum, required: false, description: 'Whether somebody has answered.' }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `The channels that they were left on. At most ${MAX_LIST} ids.`,
    }),
    departmentIds: t.globalIDList({
      for: [Department],
      required: false,
      description: `The departments that they are for. At most ${MAX_LIST} ids.`,
    }),
    operatorIds: t.globalIDList({
      for: [Operator],
      required: false,
      description: `The operators who answered. At most ${MAX_LIST} ids.`,
    }),
    visitorNumber: t.int({ required: false, description: 'Messages of the visitor with this number.' }),
    blacklisted: t.boolean({
      required: false,
      description: 'True for messages of blacklisted visitors, false for all others.',
    }),
    createdAt: t.field({ type: TimeRangeInput, required: false, description: 'When they were left.' }),
  }),
})

function readFilter(
  filter: typeof OfflineMessageFilterInput.$inferInput | null | undefined,
): OfflineMessageFilter {
  const { channelIds, departmentIds, operatorIds, ...others } = filter ?? {}
  const plain = (ids: { id: string }[] | null | undefined) => ids?.map(({ id }) => id) ?? null
  return {
    ...others,
    channelIds: plain(channelIds),
    departmentIds: plain(departmentIds),
    operatorIds: plain(operatorIds),
  }
}

builder.queryFields((t) => ({
  offlineMessages: t.prismaConnection(
    {
      type: OfflineMessage,
      cursor: 'id',
      description: 'Offline messages that the viewer may see, newest first.',
      authScopes: { signedIn: true },
      args: {
        search: t.arg.string({
          required: false,
          description:
            "Words, or beginnings of words, of the message, its answer, or the name, e-mail address and telephone number that the visitor entered; or part of that number, or of the visitor's name, e-mail address, telephone number or id (three letters or digits or more, or one East Asian character); or the visitor's number. Only the first 100 characters and ten words count.",
        }),
        filter: t.arg({
          type: OfflineMessageFilterInput,
          required: false,
          description: 'Which ones to return; all by default.',
        }),
      },
      resolve: async (query, _root, { search, filter }, context) => {
        const { services } = context
        const wanted = { viewer: viewerOf(context), search, filter: readFilter(filter) }
        const found = findOfflineMessages({ pool: services.reads }, wanted, recordPage(query))
        const ids = await listPage(context, query, { table: 'OfflineMessage' }, found)
        const rows = selectRows('OfflineMessage', ids)
        return inOrder(await queryDirect<OfflineMessageRow>(services.pool, rows), query)
      },
    },
    connectionOf('OfflineMessage', OfflineMessage, { counted: 'never' }),
  ),
  offlineMessage: t.prismaField({
    type: OfflineMessage,
    nullable: true,
    description: 'One offline message. Null when there is none with this id, or the viewer may not see it.',
    authScopes: { signedIn: true },
    args: { id: t.arg.globalID({ for: [OfflineMessage], description: 'The `id` of the message.' }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.offlineMessage.findFirst({
        ...query,
        where: { id: id.id, ...within(viewerOf(context)) },
      }),
  }),
  newOfflineMessageCount: t.int({
    description: `How many offline messages are waiting for an answer, capped at ${MOST_COUNTED}.`,
    authScopes: { signedIn: true },
    resolve: (_root, _args, context) =>
      countNewOfflineMessages(context.services, { viewer: viewerOf(context) }),
  }),
}))

verbMutation('answerOfflineMessage', {
  errors: ['ALREADY_ANSWERED', 'BLANK', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  description:
    'Answers an offline message: by mail, if the visitor left an e-mail address; otherwise the text is a note of how it was answered. When two operators do so at the same time, only the first answer counts.',
  input: (t) => ({
    id: t.globalID({ for: [OfflineMessage], description: 'The offline message.' }),
    text: t.string({ description: 'The answer; 1 to 10,000 characters.' }),
  }),
  joinsProblems: true,
  resolve: (context, { id, text }, problems) =>
    answerOfflineMessage(context.services, { viewer: viewerOf(context), id: id.id, text, problems }),
  payload: (t) => ({
    offlineMessage: t.field(returned(OfflineMessage, 'The offline message, as it is now.')),
  }),
})
