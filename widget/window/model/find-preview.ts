import type { Face } from '../../core.ts'
import type { ChatWindow } from './chat-window.ts'
import { personOf } from './person-of.ts'
import { summaryOf } from './summary-of.ts'

/** What somebody says to the visitor while the window is closed. */
export interface Preview {
  key: string
  person: Face
  text: string
  /** The visitor does not want to see it. */
  dismiss(): void
}

/** What stands beside the launcher, one thing at a time: the last message that was not seen, or else an invitation. */
export function findPreview(chat: ChatWindow): Preview | null {
  const { core, conversation, texts, state } = chat
  const message =
    state.widget.showsAnswers && state.unreadCount
      ? conversation.messages.findLast(({ author, deletedAt }) => author !== 'VISITOR' && !deletedAt)
      : null
  if (message && ![state.dismissed, core.storage.get('dismissed')].includes(message.id)) {
    return {
      key: message.id,
      person: personOf(message, chat),
      text: summaryOf(message, texts),
      dismiss() {
        core.storage.set('dismissed', message.id)
        // Other tabs hear of it before they find it in the storage.
        core.share({ dismissed: message.id })
      },
    }
  }
  const { invitation } = state
  return (
    invitation && {
      key: invitation.text,
      person: personOf(invitation, chat),
      text: invitation.text,
      dismiss: core.dismissInvitation,
    }
  )
}
