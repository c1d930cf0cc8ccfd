import { setChatPriority } from '../domain/chats/set-chat-priority.ts'
import { ChatPriorityEnum } from './chat-priority.ts'
import { Chat, chatNow } from './chats.ts'
import { viewerOf } from './kit/context.ts'
import { verbMutation } from './kit/verb-mutation.ts'

verbMutation('setChatPriority', {
  description:
    'Gives a chat another place among those that wait, now or when it waits again: for the operators in it, for everybody while nobody answers it, and for supervisors and admins. A rule of the routing that is tried on it later can change it again.',
  errors: ['CHAT_CLOSED', 'NOT_FOUND', 'NOT_IN_CHAT'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat.' }),
    priority: t.field({ type: ChatPriorityEnum, description: 'Its new priority.' }),
  }),
  resolve: (context, { chatId, priority }) =>
    setChatPriority(context.services, { viewer: viewerOf(context), chatId: chatId.id, priority }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})
