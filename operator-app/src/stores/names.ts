import type { Chat, Visitor } from '../graphql/fragments.ts'
import { t } from '../messages/index.ts'

/** How a visitor is called on the screen: by name, else by what is known, else by number. */
export function visitorName(visitor: Visitor): string {
  return visitor.name ?? visitor.email ?? visitor.phone ?? t.inbox.anonymous(visitor.number)
}

export function chatName(chat: Chat): string {
  return visitorName(chat.visitor)
}
