import type { Call } from '../graphql/calls.ts'
import type { Chat, Visitor } from '../graphql/fragments.ts'
import type { OfflineMessage } from '../graphql/offline-messages.ts'
import { t } from '../messages/index.ts'

/** The name of a visitor on the screen: their own, else an address or phone number, else their number. */
export function visitorName(visitor: Pick<Visitor, 'name' | 'email' | 'phone' | 'number'>): string {
  return visitor.name ?? visitor.email ?? visitor.phone ?? t.inbox.anonymous(visitor.number)
}

/** A visitor's number beside their name; null where the name is the number. */
export function numberBeside(visitor: Pick<Visitor, 'name' | 'email' | 'phone' | 'number'>): string | null {
  const number = t.inbox.anonymous(visitor.number)
  return visitorName(visitor) === number ? null : number
}

/** The name for the author of an offline message: what they entered takes precedence over the visitor's data. */
export function offlineName({ name, email, phone, visitor }: OfflineMessage): string {
  const known = name ?? visitor?.name ?? email ?? phone
  return known ?? (visitor ? t.inbox.anonymous(visitor.number) : t.offline.anonymous)
}

/** Who answers or answered a chat, from the viewer's perspective: `you` for the viewer, else a bot. */
export function answerers(chat: Chat, viewerId: string, you: string = t.conversation.you): string[] {
  // Whoever was in a chat that was missed has not answered it.
  if (chat.outcome === 'MISSED') return []
  const people = chat.status === 'CLOSED' ? chat.answeredBy : chat.operators
  if (people.length > 0) return people.map(({ id, name }) => (id === viewerId ? you : name))
  return chat.bot && isHeldByBot(chat) ? [chat.bot.name] : []
}

/** Whether a bot talks: it has the chat, continues while nobody is there, or was the only one who ever answered. */
export function isHeldByBot(chat: Chat): boolean {
  if (chat.bot === null || chat.status === 'ACTIVE') return false
  if (chat.status === 'QUEUED') return chat.operatorUnavailableAt !== null
  return chat.status === 'BOT' || chat.answeredBy.length === 0
}

/** A chat is called after its visitor. */
export function chatName(chat: Chat): string {
  return visitorName(chat.visitor)
}

/** The name of the other party of a call: as a visitor if known, else their number. */
export function callName({ visitor, phone }: Pick<Call, 'visitor' | 'phone'>): string {
  if (visitor) return visitorName(visitor)
  return phone || t.calls.hidden
}
