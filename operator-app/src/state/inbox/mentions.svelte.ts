import type { Visitor } from '../../graphql/fragments.ts'
import {
  type Mention,
  markMentionsSeenMutation,
  mentionsQuery,
  unseenMentionsQuery,
} from '../../graphql/mentions.ts'
import { mutate, query } from '../../graphql/request.ts'
import { News } from '../news.ts'

const PAGE_SIZE = 50

interface Unseen {
  id: string
  chat: { id: string }
  message: { id: string }
}

/** Where this operator is mentioned: what they have not seen, and the list of all once it was opened. */
export class Mentions {
  #unseen = $state.raw<readonly Unseen[]>([])
  #items = $state.raw<readonly Mention[]>([])
  #status = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  #after = $state<string | null>(null)
  #isLoadingMore = $state(false)
  #loads = 0
  /** Counts what changes those that are unseen: an answer that was asked for before is older. */
  #version = 0
  #refreshes = 0
  #marking = new Set<string>()
  /** Notes that were on this screen. */
  #shown = new Set<string>()
  readonly #visitorNews = new News<Visitor>()

  get count(): number {
    return this.#unseen.length
  }

  get items() {
    return this.#items
  }

  get status() {
    return this.#status
  }

  get hasMore(): boolean {
    return this.#after !== null
  }

  get isLoadingMore() {
    return this.#isLoadingMore
  }

  isUnseen(messageId: string): boolean {
    return this.#unseen.some(({ message }) => message.id === messageId)
  }

  replace(unseen: readonly Unseen[]): void {
    this.#unseen = unseen
    this.#version++
  }

  /** To be called when those that are unseen begin to be read. What it returns takes in the answer, or has a newer one read. */
  beginRead(): (unseen: readonly Unseen[]) => Promise<void> {
    const version = this.#version
    return async (unseen) => {
      if (version === this.#version) this.replace(unseen)
      else await this.#readUnseen()
    }
  }

  /** Returns whether it is new to this screen. */
  add(mention: Mention): boolean {
    if (mention.seenAt !== null || this.#unseen.some(({ id }) => id === mention.id)) return false
    this.replace([mention, ...this.#unseen])
    if (this.#status !== 'idle') void this.load()
    return true
  }

  /** On another screen, or by this one. */
  applySeen(chatId: string): void {
    this.#see(({ chat }) => chat.id === chatId)
  }

  /** Takes in a visitor who changed, or who has taken over what was another's, which may have filled gaps of theirs. */
  applyVisitor(visitor: Visitor, earlierId: string = visitor.id): void {
    const ids = [visitor.id, earlierId]
    for (const id of ids) this.#visitorNews.note(id, visitor)
    this.#items = this.#items.map((item) =>
      ids.includes(item.chat.visitor.id) ? { ...item, chat: { ...item.chat, visitor } } : item,
    )
  }

  /** A note was edited or deleted: it may mention this operator no more. */
  async refresh(chatId: string): Promise<void> {
    if (this.#status !== 'idle') void this.load()
    if (this.#unseen.some(({ chat }) => chat.id === chatId)) await this.#readUnseen()
  }

  async #readUnseen(): Promise<void> {
    const refresh = ++this.#refreshes
    const take = this.beginRead()
    try {
      const { viewer } = await query(unseenMentionsQuery, {})
      // A later one reads all of it.
      if (refresh === this.#refreshes && viewer) await take(viewer.unseenMentions)
    } catch {
      // Opening the chat shows what is left of it.
    }
  }

  /** A note that mentions this operator is on the screen. Those of a chat count as seen once all of them were. */
  show(chatId: string, messageId: string): void {
    this.#shown.add(messageId)
    void this.#markSeen(chatId)
  }

  async #markSeen(chatId: string): Promise<void> {
    const unseen = this.#unseen.filter(({ chat }) => chat.id === chatId)
    const isDue = unseen.length > 0 && unseen.every(({ message }) => this.#shown.has(message.id))
    if (!isDue || this.#marking.has(chatId)) return
    this.#marking.add(chatId)
    let isMarked = false
    try {
      const { markMentionsSeen } = await mutate(markMentionsSeenMutation, { input: { chatId } })
      isMarked = markMentionsSeen.unseenMentions !== null
      // Whatever has come since then is new to the server.
      if (isMarked) this.#see(({ id }) => unseen.some((each) => each.id === id))
    } catch {
      // They are still unseen: the next look at the chat tells the server.
    } finally {
      this.#marking.delete(chatId)
    }
    if (isMarked) await this.#markSeen(chatId)
  }

  #see(isMeant: (mention: Pick<Unseen, 'id' | 'chat'>) => boolean): void {
    this.replace(this.#unseen.filter((mention) => !isMeant(mention)))
    const seenAt = new Date().toISOString()
    this.#items = this.#items.map((item) =>
      isMeant(item) && item.seenAt === null ? { ...item, seenAt } : item,
    )
  }

  async load(): Promise<void> {
    const load = ++this.#loads
    const version = this.#version
    if (this.#status !== 'ready') this.#status = 'loading'
    try {
      const take = this.#beginPage()
      const { mentions } = await query(mentionsQuery, { first: PAGE_SIZE, after: null })
      if (load !== this.#loads) return
      if (version !== this.#version) return await this.load()
      this.#items = take(mentions.edges)
      this.#after = mentions.pageInfo.hasNextPage ? mentions.pageInfo.endCursor : null
      this.#status = 'ready'
    } catch {
      if (load === this.#loads && this.#status === 'loading') this.#status = 'failed'
    }
  }

  async loadMore(): Promise<void> {
    if (this.#after === null || this.#isLoadingMore) return
    this.#isLoadingMore = true
    try {
      await this.#readMore()
    } catch {
      // The next scroll to the end asks again.
    } finally {
      this.#isLoadingMore = false
    }
  }

  async #readMore(): Promise<void> {
    const load = this.#loads
    const version = this.#version
    const take = this.#beginPage()
    const { mentions } = await query(mentionsQuery, { first: PAGE_SIZE, after: this.#after })
    if (load !== this.#loads) return
    if (version !== this.#version) return await this.#readMore()
    this.#items = [...this.#items, ...take(mentions.edges)]
    this.#after = mentions.pageInfo.hasNextPage ? mentions.pageInfo.endCursor : null
  }

  /** What it returns gives mentions that were read what events have told since of their visitors. */
  #beginPage(): (edges: readonly { node: Mention }[]) => readonly Mention[] {
    const since = this.#visitorNews.begin()
    return (edges) =>
      edges.map(({ node: { chat, ...mention } }) => ({
        ...mention,
        chat: { ...chat, visitor: since(chat.visitor.id) ?? chat.visitor },
      }))
  }
}

export function createMentions(): Mentions {
  return new Mentions()
}
