import type { RecordedEvent } from '../../events/record.ts'
import { botLane } from '../bots/outgoing/bot-event.ts'
import type { AppendedEntry, Entry } from './append-entries.ts'
import { messageOf } from './append-sql.ts'
import { messageEvent } from './message-event.ts'

/** The event for a visitor's message, with the rows as they were written by the statement that appended it. */
export function visitorMessageEvent(entry: Entry, appended: AppendedEntry): RecordedEvent {
  const { eventId, toBot } = appended
  return {
    ...messageEvent({ message: messageOf(entry, appended), chat: appended, eventId }),
    ...(toBot && { lane: botLane(appended.id) }),
  }
}
