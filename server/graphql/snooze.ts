import { snoozeChat } from '../domain/chats/snooze-chat.ts'
import { unsnoozeChat } from '../domain/chats/unsnooze-chat.ts'
import { Chat, chatNow } from './chats.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { verbMutation } from './kit/verb-mutation.ts'

builder.prismaObjectFields(Chat, (t) => ({
  snoozedAt: t.expose('snoozedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Since when it is snoozed: only the view SNOOZED shows it. Null while it is not.',
  }),
  snoozedUntil: t.expose('snoozedUntil', {
    type: 'DateTime',
    nullable: true,
    description:
      'When it comes back by itself. Null while it is not snoozed, and when only the visitor’s next message ends it.',
  }),
}))

verbMutation('snoozeChat', {
  description:
    'Takes a chat out of the views until a time or until the visitor writes. It must be ACTIVE: a visitor who waits for an operator is not put off. A reply of an operator does not end it. Snoozing it again replaces the time.',
  errors: ['CHAT_CLOSED', 'INVALID', 'NOT_FOUND', 'NOT_IN_CHAT'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat.' }),
    until: t.field({
      type: 'DateTime',
      required: false,
      description: 'When it comes back, within a year. Without it, only the visitor’s next message ends it.',
    }),
  }),
  resolve: (context, { chatId, until }) =>
    snoozeChat(context.services, { viewer: viewerOf(context), chatId: chatId.id, until }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

verbMutation('unsnoozeChat', {
  description: 'Brings a snoozed chat back into the views now. One that is not snoozed stays as it is.',
  errors: ['CHAT_CLOSED', 'NOT_FOUND', 'NOT_IN_CHAT'],
  input: (t) => ({ chatId: t.globalID({ for: [Chat], description: 'The chat.' }) }),
  resolve: (context, { chatId }) =>
    unsnoozeChat(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})
