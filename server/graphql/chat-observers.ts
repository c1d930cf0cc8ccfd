import { joinChatSilently } from '../domain/chats/observers/join-chat-silently.ts'
import { leaveChatSilently } from '../domain/chats/observers/leave-chat-silently.ts'
import { Chat, chatNow } from './chats.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'

builder.prismaObjectField(Chat, 'observers', (t) =>
  t.field({
    type: [Operator],
    // Rarely anybody.
    complexity: { field: 0, multiplier: 1 },
    description: `The supervisors who are in it silently, in the order in which they joined; at most ${MAX_LIST}. Nobody but operators learns of them. None in a closed chat.`,
    resolve: async ({ id, status, isObserved }, _args, { loaders }) => {
      // Chats in which nobody is silently cost no statement.
      if (status === 'CLOSED' || !isObserved) return []
      const [observers, members] = [
        await loaders.observersOfChat.load(id),
        await loaders.membersOfChat.load(id),
      ]
      const isIn = (userId: string) => members.some((one) => one.userId === userId && one.leftAt === null)
      const silent = observers.filter(({ userId }) => !isIn(userId))
      return Promise.all(silent.map(({ userId }) => loadRow(loaders.user, userId)))
    },
  }),
)

verbMutation('joinChatSilently', {
  description:
    'Supervisors and admins only. Joins an open chat silently: its operators see it; the visitor, the client, the bot and webhooks do not. The viewer can write notes, and nobody counts on them for an answer.',
  errors: ['CHAT_CLOSED', 'FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ chatId: t.globalID({ for: [Chat], description: 'The chat.' }) }),
  resolve: (context, { chatId }) =>
    joinChatSilently(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})

verbMutation('leaveChatSilently', {
  description: 'Leaves a chat that the viewer joined silently.',
  errors: ['NOT_FOUND'],
  input: (t) => ({ chatId: t.globalID({ for: [Chat], description: 'The chat.' }) }),
  resolve: (context, { chatId }) =>
    leaveChatSilently(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})
