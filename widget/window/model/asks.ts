import type { ContactInfo } from '../../core.ts'
import { isOpen } from '../../loader/is-open.ts'
import type { ChatWindow } from './chat-window.ts'

/** The occasion on which the visitor is asked for their details now, if any. */
export function asksContacts({
  state,
  hasAnswered,
}: ChatWindow): 'BEFORE_CHAT' | 'AFTER_FIRST_MESSAGE' | null {
  const { contactsForm: time, contactFields, requiredFields } = state.widget
  const isKnown = (field: string) => Boolean(state.contactInfo[field.toLowerCase() as keyof ContactInfo])
  if (time === 'NEVER' || contactFields.every(isKnown)) return null
  // A visitor who skipped the form is asked again only for required fields, and not in the middle of a chat.
  if (hasAnswered && (time === 'AFTER_FIRST_MESSAGE' || requiredFields.every(isKnown))) return null
  return (time === 'AFTER_FIRST_MESSAGE') === isOpen(state.chat) ? time : null
}
