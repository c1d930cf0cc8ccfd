import type { BaseState, VisitEvent } from '../core.ts'
import type { Changes } from './store.ts'

/** The changes of the state that an event causes, if any. */
export function applyEvent(state: BaseState, event: VisitEvent): Changes {
  const { chat, newest, unreadCount } = state
  switch (event.__typename) {
    case 'VisitMessageCreated': {
      const { chatId, seq, author } = event.message
      // A message that came with the state is not counted again.
      const isKnown = newest?.chatId === chatId && newest.seq >= seq
      return (
        !isKnown && {
          newest: { chatId, seq },
          // A visitor who writes has read the earlier messages.
          unreadCount: author === 'VISITOR' ? 0 : unreadCount + 1,
        }
      )
    }
    case 'VisitMessageChanged':
      // What was written since is counted when its own event comes.
      return { unreadCount: Math.min(unreadCount, event.unreadCount) }
    case 'VisitChatChanged':
      return { chat: chat?.id === event.chat.id ? { isBusy: chat.isBusy, ...event.chat } : event.chat }
    case 'VisitMessagesRead':
    case 'VisitQueueMoved':
      return chat?.id === event.chatId && { chat: { ...chat, ...event } }
    case 'VisitMessagesSeen':
      return newest?.chatId === event.chatId && newest.seq <= event.seq && { unreadCount: 0 }
    case 'VisitInvitationReceived':
      return { invitation: event.invitation && { ...event.invitation, department: null } }
    case 'VisitInvitationEnded':
      return state.invitation?.id === event.invitationId && { invitation: null }
    case 'WidgetStatusChanged':
      return { online: event.online }
    case 'VisitContactInfoChanged':
      return { contactInfo: event.contactInfo }
  }
}
