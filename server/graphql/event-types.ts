import type { InterfaceRef, ObjectFieldBuilder } from '@pothos/core'
import type { LoggedKind } from '../events/kinds.ts'
import type { ChatActivity } from '../events/live-event.ts'
import { offlineMessageKinds } from '../events/subjects.ts'
import type { HandOffReason, WebhookDisabledReason } from '../generated/prisma/enums.ts'
import { Bot, HandOffReasonEnum } from './bots.ts'
import { builder } from './builder.ts'
import { Call } from './calls.ts'
import { Channel } from './channels.ts'
import { ChatInvitation } from './chat-invitations.ts'
import { Chat, ChatStatusEnum } from './chats.ts'
import { Delivery } from './deliveries.ts'
import { Department } from './departments.ts'
import {
  ChatChangedEvent,
  ChatEvent,
  Event,
  type EventShape,
  idOf,
  transferredTo,
  typeOf,
} from './event-interface.ts'
import { eventKinds, typeName } from './event-kinds.ts'
import { encodeGlobalId } from './global-id.ts'
import { loadRow } from './load.ts'
import { Message } from './messages.ts'
import { OfflineMessage } from './offline-messages.ts'
import { Operator } from './operators.ts'
import { related } from './related.ts'
import { Visitor } from './visitors.ts'
import { WebhookDisabledReasonEnum } from './webhook-endpoints.ts'

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never
type Fields = (t: ObjectFieldBuilder<Types, EventShape>) => Record<string, unknown>

/** Makes the types of these kinds, which are about the same, each with exactly these fields of its own. */
function defineEvents(
  kinds: readonly LoggedKind[],
  interfaces: InterfaceRef<Types, EventShape>[],
  fields: Fields = () => ({}),
): void {
  for (const kind of kinds) {
    builder.objectRef<EventShape>(typeName(kind)).implement({
      description: eventKinds[kind].description,
      interfaces,
      fields: (t) => fields(t as never) as never,
    })
  }
}

const ANY = [Event]
const OF_CHAT = [Event, ChatEvent]
const CHANGING_CHAT = [...OF_CHAT, ChatChangedEvent]

defineEvents(['CHAT_OPENED', 'CHAT_CLOSED', 'CHAT_RATED', 'CHAT_UPDATED'], CHANGING_CHAT)

const CrmEvent = builder.interfaceRef<EventShape>('CrmEvent').implement({
  description:
    'Something after which webhook endpoints may show something else beside a chat: it is worth reading `chat.crm` again.',
  resolveType: typeOf,
  interfaces: OF_CHAT,
})
defineEvents(['CRM_ANSWER_UPDATED', 'CRM_CARD_ASSIGNED'], [...OF_CHAT, CrmEvent])

const comingOrGoing: Fields = (t) => ({
  operator: t.field({
    type: Operator,
    description: 'The operator who came or left.',
    resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.user, idOf(subjectId)),
  }),
})
// Endpoints are asked about a chat that is accepted.
defineEvents(['CHAT_ACCEPTED'], [...CHANGING_CHAT, CrmEvent], comingOrGoing)
defineEvents(['OPERATOR_JOINED', 'OPERATOR_LEFT'], CHANGING_CHAT, comingOrGoing)

const TransferTarget = builder.unionType('TransferTarget', {
  types: [Department, Operator],
  description: 'Where a chat can be transferred to.',
})

defineEvents(['CHAT_TRANSFERRED'], CHANGING_CHAT, (t) => ({
  target: t.field({
    type: TransferTarget,
    description: 'Where it was transferred to.',
    resolve: async (event, _args, { loaders }) => {
      const id = idOf(event.subjectId)
      return transferredTo(event) === 'DEPARTMENT'
        ? Department.addBrand(await loadRow(loaders.department, id))
        : Operator.addBrand(await loadRow(loaders.user, id))
    },
  }),
}))

const bot = (description: string): Fields => {
  return (t) => ({
    bot: t.field({
      type: Bot,
      description,
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.bot, idOf(subjectId)),
    }),
  })
}

defineEvents(['CHAT_HANDED_OFF'], CHANGING_CHAT, (t) => ({
  ...bot('The bot that answered until then.')(t),
  reason: t.field({
    type: HandOffReasonEnum,
    description: 'Why it went to the operators.',
    resolve: ({ data }) => (data as { reason: HandOffReason }).reason,
  }),
}))
defineEvents(['CHAT_HANDED_BACK'], CHANGING_CHAT, bot('The bot that answers from then on.'))

defineEvents(['CHAT_READ'], OF_CHAT, (t) => ({
  lastReadSeq: t.int({
    description: 'The sequence number up to which the viewer has read.',
    resolve: ({ chatId, userId }, _args, { loaders }) => loaders.readSeq(idOf(userId)).load(idOf(chatId)),
  }),
}))

const ChatInvitationEvent = builder.interfaceRef<EventShape>('ChatInvitationEvent').implement({
  description: 'Something that happened to an invitation to a chat.',
  resolveType: typeOf,
  interfaces: CHANGING_CHAT,
  fields: (t) => ({
    invitation: t.field({
      type: ChatInvitation,
      description: 'The invitation, as it is now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.chatInvitation, idOf(subjectId)),
    }),
  }),
})
defineEvents(
  [
    'CHAT_INVITATION_CREATED',
    'CHAT_INVITATION_ACCEPTED',
    'CHAT_INVITATION_DECLINED',
    'CHAT_INVITATION_EXPIRED',
    'CHAT_INVITATION_CANCELLED',
  ],
  [...CHANGING_CHAT, ChatInvitationEvent],
)

const ChatActivityRef = builder.objectRef<ChatActivity>('ChatActivity').implement({
  description: 'The fields of a chat that change with every message.',
  fields: (t) => ({
    chat: t.field({
      type: Chat,
      description: 'The chat itself. Asking only for its `id` costs no read.',
      resolve: ({ id }, _args, { loaders }, info) => related(loaders.chat, id, info),
    }),
    status: t.expose('status', { type: ChatStatusEnum, description: 'See `Chat.status`.' }),
    revision: t.exposeInt('revision', { description: 'See `Chat.revision`.' }),
    lastSeq: t.exposeInt('lastSeq', { description: 'See `Chat.lastSeq`.' }),
    lastVisitorSeq: t.exposeInt('lastVisitorSeq', { description: 'See `Chat.lastVisitorSeq`.' }),
    preview: t.exposeString('preview', { description: 'See `Chat.preview`.' }),
    lastActivityAt: t.expose('lastActivityAt', {
      type: 'DateTime',
      description: 'See `Chat.lastActivityAt`.',
    }),
  }),
})

defineEvents(['MESSAGE_CREATED'], OF_CHAT, (t) => ({
  message: t.field({
    type: Message,
    description: 'The message or notice.',
    resolve: ({ messageId, snapshot }, _args, { loaders }) =>
      snapshot.message ?? loadRow(loaders.message, idOf(messageId)),
  }),
  activity: t.field({
    type: ChatActivityRef,
    description: 'What the message changed in its chat. Unlike `chat`, it usually costs no read.',
    resolve: ({ chatId, snapshot }, _args, { loaders }) =>
      snapshot.activity ?? loadRow(loaders.chat, idOf(chatId)),
  }),
}))

const DeliveryEvent = builder.interfaceRef<EventShape>('DeliveryEvent').implement({
  description: 'Something that happened to the delivery of a message.',
  resolveType: typeOf,
  interfaces: OF_CHAT,
  fields: (t) => ({
    delivery: t.field({
      type: Delivery,
      description: 'The delivery, as it is now.',
      resolve: ({ messageId }, _args, { loaders }) => loadRow(loaders.deliveryOfMessage, idOf(messageId)),
    }),
  }),
})
defineEvents(['DELIVERY_SENT', 'DELIVERY_DELAYED'], [...OF_CHAT, DeliveryEvent])
// They change how many deliveries of the chat have failed.
defineEvents(['DELIVERY_FAILED', 'DELIVERY_RETRIED'], [...CHANGING_CHAT, DeliveryEvent])

const VisitorEvent = builder.interfaceRef<EventShape>('VisitorEvent').implement({
  description: 'Something that happened to a visitor.',
  resolveType: typeOf,
  interfaces: ANY,
  fields: (t) => ({
    visitor: t.field({
      type: Visitor,
      description: 'The visitor, as they are now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.visitor, idOf(subjectId)),
    }),
  }),
})
defineEvents(['VISITOR_UPDATED', 'VISITOR_INVITED', 'VISIT_INVITATION_ANSWERED'], [...ANY, VisitorEvent])
defineEvents(['VISITOR_ERASED'], ANY, (t) => ({
  visitorId: t.id({
    description: 'The `id` that the visitor had.',
    resolve: ({ subjectId }) => encodeGlobalId('Visitor', idOf(subjectId)),
  }),
}))
defineEvents(['VISITORS_MERGED'], [...ANY, VisitorEvent], (t) => ({
  merged: t.field({
    type: Visitor,
    description: 'The visitor whose chats are now those of `visitor`.',
    resolve: ({ data }, _args, { loaders }) =>
      loadRow(loaders.visitor, (data as { mergedId: string }).mergedId),
  }),
}))

defineEvents(['MESSAGES_DELIVERED', 'MESSAGES_SEEN'], OF_CHAT, (t) => ({
  deliveredSeq: t.int({
    description: 'See `Chat.deliveredSeq`.',
    resolve: ({ data }) => (data as { deliveredSeq: number }).deliveredSeq,
  }),
  seenSeq: t.int({
    description: 'See `Chat.seenSeq`.',
    resolve: ({ data }) => (data as { seenSeq: number }).seenSeq,
  }),
}))

const CallEvent = builder.interfaceRef<EventShape>('CallEvent').implement({
  description: 'Something that happened to a call.',
  resolveType: typeOf,
  interfaces: ANY,
  fields: (t) => ({
    call: t.field({
      type: Call,
      description: 'The call, as it is now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.call, idOf(subjectId)),
    }),
  }),
})
defineEvents(
  ['CALL_STARTED', 'CALL_OPERATOR_CONNECTED', 'CALL_CLIENT_CONNECTED', 'CALL_ENDED', 'CALL_FAILED'],
  [...ANY, CallEvent],
)

const OfflineMessageEvent = builder.interfaceRef<EventShape>('OfflineMessageEvent').implement({
  description: 'Something that happened to an offline message.',
  resolveType: typeOf,
  interfaces: ANY,
  fields: (t) => ({
    offlineMessage: t.field({
      type: OfflineMessage,
      description: 'The offline message, as it is now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.offlineMessage, idOf(subjectId)),
    }),
  }),
})
defineEvents(offlineMessageKinds, [...ANY, OfflineMessageEvent])

const OperatorEvent = builder.interfaceRef<EventShape>('OperatorEvent').implement({
  description: 'Something that happened to an operator of the account.',
  resolveType: typeOf,
  interfaces: ANY,
  fields: (t) => ({
    operator: t.field({
      type: Operator,
      description: 'The operator, as they are now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.user, idOf(subjectId)),
    }),
  }),
})
defineEvents(
  ['OPERATOR_CREATED', 'OPERATOR_UPDATED', 'OPERATOR_DEACTIVATED', 'OPERATOR_REACTIVATED'],
  [...ANY, OperatorEvent],
)

defineEvents(['CHANNEL_CREATED', 'CHANNEL_UPDATED'], ANY, (t) => ({
  channel: t.field({
    type: Channel,
    description: 'The channel, as it is now.',
    resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.channel, idOf(subjectId)),
  }),
}))
defineEvents(['CHANNEL_DELETED'], ANY, (t) => ({
  channelId: t.id({
    description: 'The `id` that the channel had.',
    resolve: ({ subjectId }) => encodeGlobalId('Channel', idOf(subjectId)),
  }),
}))

defineEvents(['DEPARTMENT_CREATED', 'DEPARTMENT_UPDATED'], ANY, (t) => ({
  department: t.field({
    type: Department,
    description: 'The department, as it is now.',
    resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.department, idOf(subjectId)),
  }),
}))
defineEvents(['DEPARTMENT_DELETED'], ANY, (t) => ({
  departmentId: t.id({
    description: 'The `id` that the department had.',
    resolve: ({ subjectId }) => encodeGlobalId('Department', idOf(subjectId)),
  }),
}))

defineEvents(['BOT_CONNECTED', 'BOT_UPDATED', 'BOT_DISCONNECTED'], ANY, bot('The bot, as it is now.'))

const endpointId: Fields = (t) => ({
  endpointId: t.id({
    description: 'The `id` of the endpoint. Only admins can read the endpoint itself.',
    resolve: ({ subjectId }) => encodeGlobalId('WebhookEndpoint', idOf(subjectId)),
  }),
})
defineEvents(
  ['WEBHOOK_ENDPOINT_CREATED', 'WEBHOOK_ENDPOINT_UPDATED', 'WEBHOOK_ENDPOINT_DELETED'],
  ANY,
  endpointId,
)
defineEvents(['WEBHOOK_ENDPOINT_DISABLED'], ANY, (t) => ({
  ...endpointId(t),
  reason: t.field({
    type: WebhookDisabledReasonEnum,
    description: 'Why it was switched off.',
    resolve: ({ data }) => (data as { reason: WebhookDisabledReason }).reason,
  }),
}))

builder.objectRef<EventShape>('ResyncRequired').implement({
  description:
    'Subscription only: too much was missed to send it again. Read again what you keep; the stream goes on after this cursor.',
  interfaces: ANY,
})
