import type { MailedData } from '../../domain/mail/replies/mark-mailed.ts'
import type { ChatActivity } from '../../events/live-event.ts'
import { Chat, ChatStatusEnum } from '../chats.ts'
import { Delivery } from '../deliveries.ts'
import { builder } from '../kit/builder.ts'
import { loadRow } from '../kit/load.ts'
import { related } from '../kit/related.ts'
import { Mention } from '../mentions.ts'
import { Message } from '../messages.ts'
import { CHANGING_CHAT, defineEvents, OF_CHAT } from './define-events.ts'
import { type EventShape, idOf, typeOf } from './event-interface.ts'

const ChatActivityRef = builder.objectRef<ChatActivity>('ChatActivity').implement({
  description: 'The fields of a chat that change with every message.',
  fields: (t) => ({
    chat: t.field({
      type: Chat,
      description: 'The chat itself. Requesting only its `id` needs no database read.',
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
    unansweredSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'See `Chat.unansweredSince`.',
      resolve: ({ status, unansweredSince }) => (status === 'ACTIVE' ? unansweredSince : null),
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
    description: 'What the message changed in its chat. Unlike `chat`, it usually needs no database read.',
    resolve: ({ chatId, snapshot }, _args, { loaders }) =>
      snapshot.activity ?? loadRow(loaders.chat, idOf(chatId)),
  }),
}))

defineEvents(['MESSAGE_EDITED', 'MESSAGE_DELETED'], CHANGING_CHAT, (t) => ({
  message: t.field({
    type: Message,
    description: 'The entry of the chat, as it is now.',
    resolve: ({ messageId, snapshot }, _args, { loaders }) =>
      snapshot.message ?? loadRow(loaders.message, idOf(messageId)),
  }),
}))

defineEvents(['OPERATOR_MENTIONED'], OF_CHAT, (t) => ({
  mention: t.field({
    type: Mention,
    description: 'Where the viewer is mentioned.',
    resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.mention, idOf(subjectId)),
  }),
}))
defineEvents(['MENTIONS_SEEN'], OF_CHAT)

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

defineEvents(['MESSAGES_MAILED'], OF_CHAT, (t) => ({
  seqs: t.intList({
    description: 'The sequence numbers of the messages (`Message.seq`); at most 100.',
    resolve: ({ data }) => (data as unknown as MailedData).seqs,
  }),
  mailedAt: t.field({
    type: 'DateTime',
    description: 'See `Message.mailedAt`.',
    resolve: ({ data }) => new Date((data as unknown as MailedData).mailedAt),
  }),
}))
