import { assignChat } from '../domain/webhooks/answers/assign-chat.ts'
import { crmAnswersOfChat, type ShownAnswer } from '../domain/webhooks/answers/crm-answers-of-chat.ts'
import type { CustomDatum } from '../domain/webhooks/answers/read-crm-answer.ts'
import { CrmAssignState } from '../generated/prisma/enums.ts'
import { Chat, chatNow } from './chats.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { encodeGlobalId } from './kit/global-id.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'
import { WebhookEndpoint } from './webhook-endpoints.ts'

const StateEnum = builder.enumType('CrmAnswerState', {
  description: 'The result of asking an endpoint about a chat.',
  values: {
    ASKING: { description: 'A request is on its way to it; for at most 5 seconds.' },
    SHOWN: { description: 'Its answer is shown.' },
    EMPTY: { description: 'Its answer has nothing to show.' },
    FAILED: { description: '`reason` says why nothing is shown. It may be asked again later.' },
  },
})

const AssignStateEnum = builder.enumType(CrmAssignState, {
  name: 'CrmAssignState',
  description: 'The result of binding a chat to a CRM card.',
  values: {
    PENDING: {
      description:
        'The endpoint is being notified. If `assignReason` is set, earlier attempts failed; the next follows on schedule, or immediately when the button is pressed.',
    },
    ASSIGNED: { description: 'The endpoint accepted it.' },
    FAILED: { description: '`assignReason` says why; the button may be pressed again.' },
  },
})

const Datum = builder.objectRef<CustomDatum>('CrmDatum').implement({
  description: 'One line of what an endpoint shows. All of it is plain text, to be shown as it is.',
  fields: (t) => ({
    title: t.exposeString('title', { nullable: true, description: 'Shown above it; up to 200 characters.' }),
    key: t.exposeString('key', {
      nullable: true,
      description: 'Shown in bold before the content and a colon; up to 200 characters.',
    }),
    content: t.exposeString('content', { nullable: true, description: 'Up to 2000 characters.' }),
    link: t.exposeString('link', {
      nullable: true,
      description:
        'Where a click on the content leads to. Null when there is no link, or none to a safe URL.',
    }),
  }),
})

const CrmAnswer = builder.objectRef<ShownAnswer>('CrmAnswer').implement({
  description: 'What one webhook endpoint shows the operators of a chat.',
  fields: (t) => ({
    endpointId: t.id({
      description: 'The `id` of the endpoint. Only admins can read the endpoint itself.',
      resolve: ({ endpointId }) => encodeGlobalId('WebhookEndpoint', endpointId),
    }),
    endpointName: t.exposeString('endpointName', { description: 'The name of the endpoint.' }),
    state: t.field({
      type: StateEnum,
      description: 'The result of asking it.',
      resolve: ({ state, isAsking }) => (isAsking ? 'ASKING' : state),
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it failed, in words. Null unless `state` is FAILED.',
    }),
    customData: t.field({
      type: [Datum],
      description: 'The lines to show, in this order; at most 50.',
      resolve: ({ customData }) => customData,
    }),
    enableAssign: t.exposeBoolean('enableAssign', {
      description:
        'Whether to show the button that calls `assignChat`, above the lines; not while the endpoint is switched off.',
    }),
    crmLink: t.exposeString('crmLink', {
      nullable: true,
      description: "The visitor's card in the CRM: a separate button below the lines. Null without one.",
    }),
    pageUrl: t.exposeString('pageUrl', {
      nullable: true,
      description: 'The page that the endpoint names. Null without one.',
    }),
    pageTitle: t.exposeString('pageTitle', {
      nullable: true,
      description: 'The title of that page; empty when it is not known. Null without a page.',
    }),
    assignState: t.field({
      type: AssignStateEnum,
      nullable: true,
      description: 'The result of binding the chat to the card. Null before.',
      resolve: ({ assignState }) => assignState,
    }),
    assignReason: t.exposeString('assignReason', {
      nullable: true,
      description: 'Why binding failed, or has not succeeded yet. Null otherwise.',
    }),
    assignedBy: t.field({
      type: Operator,
      nullable: true,
      description: 'Who bound it. Null before.',
      resolve: ({ assignedById }, _args, { loaders }) =>
        assignedById ? loaders.user.load(assignedById) : null,
    }),
    assignedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was bound. Null before.',
      resolve: ({ assignedAt }) => assignedAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed; while the endpoint is being asked, when the request was sent.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

builder.prismaObjectField(Chat, 'crm', (t) =>
  t.field({
    type: [CrmAnswer],
    description:
      'What webhook endpoints show next to the chat, in the order in which the endpoints were created; at most 50. `CrmAnswerUpdated` is sent after every change.',
    resolve: ({ id }, _args, { loaders }) =>
      loaders.perParent(crmAnswersOfChat).load(id) as Promise<ShownAnswer[]>,
  }),
)

verbMutation('assignChat', {
  description:
    'Binds a chat to the CRM card of an endpoint: the endpoint gets `chat_assigned` once, however often this is called; after a failure it can be called again. While it waits for its next attempt, a call makes that attempt immediately. Only an operator in the chat, a supervisor or an admin may do this.',
  errors: ['CHAT_CLOSED', 'INVALID', 'NOT_FOUND', 'NOT_IN_CHAT'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat.' }),
    endpointId: t.globalID({ for: [WebhookEndpoint], description: 'See `CrmAnswer.endpointId`.' }),
  }),
  resolve: (context, { chatId, endpointId }) =>
    assignChat(context.services, {
      viewer: viewerOf(context),
      chatId: chatId.id,
      endpointId: endpointId.id,
    }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})
