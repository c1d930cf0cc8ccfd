import type { BaseState, VisitEvent } from '../core.ts'
import { isKnown } from './is-known.ts'

/** What an event changes in the state. */
export function applyEvent(state: BaseState, event: VisitEvent): Partial<BaseState> {
  const { chat, newest, unreadCount } = state
  switch (event.__typename) {
    case 'VisitMessageCreated': {
      const { chatId, seq, author } = event.message
      // What has been read with the state is not counted again.
      if (isKnown(newest, event.message)) return {}
      return { newest: { chatId, seq }, unreadCount: author === 'VISITOR' ? unreadCount : unreadCount + 1 }
    }
    case 'VisitChatChanged':
      return { chat: event.chat }
    case 'VisitMessagesRead':
      return chat?.id === event.chatId ? { chat: { ...chat, lastReadByOperatorSeq: event.seq } } : {}
    case 'VisitMessagesSeen':
      return newest?.chatId === event.chatId && newest.seq <= event.seq ? { unreadCount: 0 } : {}
    case 'VisitInvitationReceived':
      return { invitation: event.invitation && { ...event.invitation, department: null } }
    case 'VisitInvitationEnded':
      return state.invitation?.id === event.invitationId ? { invitation: null } : {}
    case 'WidgetStatusChanged':
      return { online: event.online }
    case 'VisitContactInfoChanged':
      return { contactInfo: event.contactInfo }
    default:
      return {}
  }
}
