import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import { entryOf } from './append-entries.ts'
import type { VisitorMessage } from './visitor-message.ts'

/**
 * The fast path for nearly every message of a conversation: the visitor is known and unchanged, and has an open chat.
 * Returns the message's id, or null when the fast path does not apply.
 */
export async function appendToOpenChat(
  { appends, announcer }: Services,
  input: VisitorMessage,
): Promise<string | null> {
  const entry = entryOf(input)
  const created = await appends.add(entry)
  if (!created) return null
  announcer.announce([created])
  // The screens of this process are updated in this turn of the event loop, and so before the answer.
  await nextTurn()
  return entry.row.id
}
