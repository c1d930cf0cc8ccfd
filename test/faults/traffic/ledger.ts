/** What a visitor has written, under the text, which is another for each. */
interface Written {
  visitor: string
  /** The message's id, once the server has accepted it. */
  id: string | null
}

/** One request of a receiver. */
export interface Received {
  /** What does not change between attempts. */
  attemptOf: string
  messageId: string
  text: string
}

/** Everything that the people and programs of a run have done and seen. */
export interface Ledger {
  written: Map<string, Written>
  /** The text of each message of an operator, under the id that the screen made. */
  replied: Map<string, string>
  /** Of each screen of an operator: the ids of the events that showed a message. */
  shown: Map<string, Set<string>>[]
  /** Of each widget, by the number of its visitor: the same for what the visitor sees. */
  seen: Map<string, Map<string, Set<string>>>
  /** What came to the client's server. */
  delivered: Received[]
  /** What came to the CRM. */
  told: Received[]
  /** What came to the bot. */
  asked: Received[]
  /** The content of each file that was accepted, by its address. */
  uploaded: Map<string, string>
  /** What came instead of an answer to each request that was repeated. */
  repeated: string[]
}

export function createLedger(): Ledger {
  return {
    written: new Map(),
    replied: new Map(),
    shown: [],
    seen: new Map(),
    delivered: [],
    told: [],
    asked: [],
    uploaded: new Map(),
    repeated: [],
  }
}

/** Notes that an event showed a message. */
export function noteShown(shown: Map<string, Set<string>>, messageId: string, eventId: string): void {
  const events = shown.get(messageId) ?? new Set()
  shown.set(messageId, events.add(eventId))
}
