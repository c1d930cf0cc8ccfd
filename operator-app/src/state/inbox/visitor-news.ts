import type { Chat, Visitor } from '../../graphql/fragments.ts'

/** More visitors than events tell of while a read is under way. */
const REMEMBERED = 1_000

/**
 * What events said of visitors while chats were being read. A visitor has no revision, so nothing else shows that an answer is
 * older than the event: it would bring back the name that the visitor had before.
 */
export class VisitorNews {
  readonly #news = new Map<string, { visitor: Visitor; at: number }>()
  #last = 0

  note(visitor: Visitor): void {
    this.#last += 1
    this.#news.delete(visitor.id)
    this.#news.set(visitor.id, { visitor, at: this.#last })
    const [oldest] = this.#news.keys()
    if (this.#news.size > REMEMBERED && oldest !== undefined) this.#news.delete(oldest)
  }

  /** To be called when a read begins. What it returns gives the chats of the answer the visitors as events told since then. */
  begin(): <Read extends Chat>(chat: Read) => Read {
    const began = this.#last
    return (chat) => {
      const news = this.#news.get(chat.visitor.id)
      return news && news.at > began ? { ...chat, visitor: news.visitor } : chat
    }
  }
}
