import { answerOfflineMessage } from '../domain/offline-messages/answer-offline-message.ts'
import { within } from '../domain/viewer.ts'
import { OfflineMessageState } from '../generated/prisma/enums.ts'
import { builder } from './builder.ts'
import { Channel } from './channels.ts'
import { connectionOf } from './connection.ts'
import { viewerOf } from './context.ts'
import { Department } from './departments.ts'
import { loadRow } from './load.ts'
import { Operator } from './operators.ts'
import { verbMutation } from './verb-mutation.ts'
import { Visitor } from './visitors.ts'

const StateEnum = builder.enumType(OfflineMessageState, {
  name: 'OfflineMessageState',
  description: 'Whether somebody has answered.',
  values: {
    NEW: { description: 'It waits for an answer.' },
    ANSWERED: { description: 'An operator has answered it.' },
  },
})

export const OfflineMessage = builder.prismaNode('OfflineMessage', {
  id: { field: 'id' },
  nullable: true,
  description: 'What a visitor left while nobody was there.',
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
      description: 'Who left it. Null when they were not known.',
      resolve: ({ visitorId }, _args, { loaders }) => (visitorId ? loaders.visitor.load(visitorId) : null),
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'Whom it is for, if the visitor chose a department.',
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
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryField('offlineMessages', (t) =>
  t.prismaConnection(
    {
      type: OfflineMessage,
      cursor: 'id',
      description: 'What visitors left while nobody was there, newest first.',
      authScopes: { signedIn: true },
      args: {
        state: t.arg({ type: StateEnum, required: false, description: 'Return only those in this state.' }),
      },
      resolve: (query, _root, { state }, context) =>
        context.services.db.offlineMessage.findMany({
          ...query,
          where: { ...within(viewerOf(context)), ...(state && { state }) },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        }),
    },
    connectionOf('OfflineMessage', OfflineMessage, { counted: 'never' }),
  ),
)

verbMutation('answerOfflineMessage', {
  errors: ['ALREADY_ANSWERED', 'BLANK', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  description: 'Answers an offline message. Of two operators who do so at once one is first.',
  input: (t) => ({
    id: t.globalID({ for: [OfflineMessage], description: 'The offline message.' }),
    text: t.string({ description: 'The answer; 1 to 10,000 characters.' }),
  }),
  resolve: (context, { id, text }) =>
    answerOfflineMessage(context.services, { viewer: viewerOf(context), id: id.id, text }),
  payload: (t) => ({
    offlineMessage: t.field({
      type: OfflineMessage,
      nullable: true,
      description: 'The offline message, as it is now.',
      resolve: ({ value }) => value,
    }),
  }),
})
