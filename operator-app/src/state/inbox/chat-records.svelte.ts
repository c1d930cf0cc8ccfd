import { SvelteMap } from 'svelte/reactivity'
import { chatQuery, chatsByIdQuery } from '../../graphql/chats.ts'
import type { Chat, Visitor } from '../../graphql/fragments.ts'
import { query } from '../../graphql/request.ts'
import { News } from '../news.ts'
import { newerChat, type VisitorMarks, withVisitorMarks } from './chat-order.ts'

/**
 * What this screen knows of each chat, patched by revision, whichever lists it is in. It is separate because whatever reads a
 * chat and whatever is told of it meanwhile must end in the same state.
 */
export class ChatRecords {
  #chats = new SvelteMap<string, Chat>()
  readonly #visitorNews = new News<Visitor>()
  /** Whether chats are marked as unread, which has no revision either. */
  readonly #markNews = new News<boolean>()
  /** What was changed here and is not answered yet, in its order. */
  readonly #expected = new Set<(chat: Chat) => Chat>()
  #merges = new SvelteMap<string, number>()
  #openings = new SvelteMap<string, number>()

  get(id: string): Chat | undefined {
    return this.#chats.get(id)
  }

  /** Takes in a state of a chat, and returns what is known by then: an older one than is known changes nothing. */
  take(incoming: Chat): Chat {
    const newest = newerChat(this.#chats.get(incoming.id), incoming)
    const chat = [...this.#expected].reduce((shown, change) => change(shown), newest)
    this.#chats.set(chat.id, chat)
    return chat
  }

  /** Takes in a state whatever is known. */
  replace(chat: Chat): void {
    this.#chats.set(chat.id, chat)
  }

  /**
   * Shows a change before the server has answered: also in what comes until then, which does not have it yet. Returns how to
   * stop.
   */
  expect(change: (chat: Chat) => Chat): () => void {
    this.#expected.add(change)
    this.patch(change)
    return () => this.#expected.delete(change)
  }

  /**
   * To be called when a read begins. What it returns gives a chat that was read what events have told since of its visitor, and
   * of how it is marked.
   */
  beginRead(): (chat: Chat) => Chat {
    const [visitorSince, markSince] = [this.#visitorNews.begin(), this.#markNews.begin()]
    return (chat) => ({
      ...chat,
      visitor: visitorSince(chat.visitor.id) ?? chat.visitor,
      viewerMarkedUnread: markSince(chat.id) ?? chat.viewerMarkedUnread,
    })
  }

  /** Reads a chat, without taking it in. Null when there is none or it is not this user's to see. Throws RequestError. */
  async read(id: string): Promise<Chat | null> {
    const withNews = this.beginRead()
    const { chat } = await query(chatQuery, { id })
    return chat && withNews(chat)
  }

  /** Takes in several chats, and returns the ids of those that there are and that are this user's to see. Throws RequestError. */
  async takeAll(ids: readonly string[]): Promise<string[]> {
    const withNews = this.beginRead()
    const { nodes } = await query(chatsByIdQuery, { ids: [...ids] })
    const found = nodes.flatMap((node) => (node && 'id' in node ? node : []))
    return found.map((chat) => this.take(withNews(chat)).id)
  }

  /** Forgets all other chats. */
  keepOnly(ids: ReadonlySet<string | undefined>): void {
    for (const id of [...this.#chats.keys()]) if (!ids.has(id)) this.#chats.delete(id)
  }

  applyVisitor(visitor: Visitor): void {
    this.#visitorNews.note(visitor.id, visitor)
    this.patch((chat) => (chat.visitor.id === visitor.id ? { ...chat, visitor } : chat))
  }

  /** Another visitor became this one: what the screen showed as theirs is this visitor's. */
  applyMerge(visitor: Visitor, mergedId: string): void {
    for (const id of [visitor.id, mergedId]) this.#visitorNews.note(id, visitor)
    this.patch((chat) =>
      chat.visitor.id === mergedId || chat.visitor.id === visitor.id ? { ...chat, visitor } : chat,
    )
    this.#merges.set(visitor.id, this.merges(visitor.id) + 1)
  }

  /** How many visitors have been merged into this one since the page was loaded. */
  merges(visitorId: string): number {
    return this.#merges.get(visitorId) ?? 0
  }

  noteOpening({ visitor }: Chat): void {
    this.#openings.set(visitor.id, this.openings(visitor.id) + 1)
  }

  /** How many chats with this visitor have been opened since the page was loaded. */
  openings(visitorId: string): number {
    return this.#openings.get(visitorId) ?? 0
  }

  /** The viewer has read so far, which never decreases, and the chat is not marked as unread any more. */
  applyRead(chatId: string, seq: number): void {
    this.#markNews.note(chatId, false)
    const chat = this.#chats.get(chatId)
    if (!chat) return
    const viewerLastReadSeq = Math.max(seq, chat.viewerLastReadSeq ?? 0)
    this.replace({ ...chat, viewerLastReadSeq, viewerMarkedUnread: false })
  }

  applyMarkedUnread(chatId: string): void {
    this.#markNews.note(chatId, true)
    const chat = this.#chats.get(chatId)
    if (chat) this.replace({ ...chat, viewerMarkedUnread: true })
  }

  /** Takes in how far the visitor of a widget has got, which only grows. */
  applyVisitorMarks(chatId: string, marks: VisitorMarks): void {
    const chat = this.#chats.get(chatId)
    if (chat) this.replace(withVisitorMarks(chat, marks))
  }

  /** Changes what all known chats say of something that they share: a visitor, a channel, a colleague. */
  patch(change: (chat: Chat) => Chat): void {
    for (const chat of this.changedBy(change)) this.replace(chat)
  }

  /** The chats that such a change makes others, as it makes them. */
  changedBy(change: (chat: Chat) => Chat): Chat[] {
    return [...this.#chats.values()].flatMap((chat) => {
      const changed = change(chat)
      return changed === chat ? [] : changed
    })
  }
}
