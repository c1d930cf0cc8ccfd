import type { Services } from '../../services.ts'
import { entryOf } from './append-entries.ts'
import type { VisitorMessage } from './visitor-message.ts'
import { visitorMessageEvent } from './visitor-message-event.ts'

/**
 * The short way, for nearly every message of a conversation: a visitor who is known, unchanged and has an open
 * chat. Returns the message's id, or null when another way must be taken.
 */
export async function appendToOpenChat(
  { appends, announcer }: Services,
  input: VisitorMessage,
): Promise<string | null> {
  const entry = entryOf(input)
  const appended = await appends.append(entry)
  if (!appended) return null
  announcer.announce([visitorMessageEvent(input, entry, appended)])
  return entry.id
}
