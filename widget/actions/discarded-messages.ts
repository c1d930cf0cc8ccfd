import type { Base, VisitChat, VisitMessage } from '../core.ts'
import { isOpen } from '../loader/is-open.ts'
import { toJson } from '../loader/to-json.ts'

const MOST = 100

/** The server does not store what a blacklisted visitor writes: in the place of a chat such a message has its own id. */
export const isDiscarded = ({ id, chatId }: VisitMessage): boolean => chatId === id

/** The messages of a blacklisted visitor. To them they look like a chat that nobody has answered yet. */
export interface DiscardedMessages {
  read(): VisitMessage[]
  /** Keeps a message that reached nobody. Once a message is accepted, earlier ones are dropped. */
  take(message: VisitMessage): void
  /** The chat that the visitor sees. */
  chatOf(chat: VisitChat | null): VisitChat | null
}

/** Keeps them in the browser's storage, under the number of the visitor. */
export function createDiscarded(base: Base): DiscardedMessages {
  // The browser may become somebody else's.
  const name = () => `written:${base.state.visitorNumber}`
  const read = (): VisitMessage[] => JSON.parse(base.storage.get(name()) ?? '[]')
  return {
    read,
    take(message) {
      base.storage.set(name(), isDiscarded(message) ? toJson([...read(), message].slice(-MOST)) : null)
    },
    chatOf(chat) {
      const first = isOpen(chat) ? null : read()[0]
      if (!first) return chat
      return {
        id: first.id,
        status: 'QUEUED',
        queuePosition: 1,
        operators: [],
        seenSeq: 0,
        lastReadByOperatorSeq: 0,
        rating: null,
        ratingComment: null,
      }
    },
  }
}
