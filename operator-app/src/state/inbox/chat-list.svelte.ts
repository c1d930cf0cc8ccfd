import { chatsQuery } from '../../graphql/chats.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { query } from '../../graphql/request.ts'
import { compareChats } from './chat-order.ts'
import { chatsIn, type InboxView } from './inbox-view.ts'
import { placeId } from './ordered-ids.ts'

const PAGE_SIZE = 100

interface ChatListOptions {
  view: InboxView
  search: string | null
  getChat: (id: string) => Chat | undefined
  /** Called when a page begins to be read; takes in what it is answered with. */
  beginRead: () => (chats: readonly Chat[]) => void
  /** Whether a chat is part of the list, which has it already or not. */
  belongs: (chat: Chat, isListed: boolean) => boolean
}

/** The ids of one view or search, in order, page by page; the records themselves are in Chats. */
export class ChatList {
  #options: ChatListOptions
  #ids = $state.raw<readonly string[]>([])
  #status = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  #hasMore = $state(false)
  #cursor: string | null = null
  #loads = 0
  #needed = Promise.resolve()
  #placedWhileLoading = new Set<string>()

  constructor(options: ChatListOptions) {
    this.#options = options
  }

  get ids() {
    return this.#ids
  }

  get status() {
    return this.#status
  }

  get hasMore() {
    return this.#hasMore
  }

  /** Reads the first page unless that was done or is under way. */
  need(): Promise<void> {
    if (this.#status === 'idle') this.#needed = this.load()
    return this.#needed
  }

  /** Reads the first page again; the present rows are kept until the answer arrives. */
  async load(): Promise<void> {
    await this.#read(null)
  }

  /** Drops what was read: the list is read again when it is next shown. */
  forget(): void {
    this.#loads += 1
    this.#ids = []
    this.#hasMore = false
    this.#status = 'idle'
  }

  async loadMore(): Promise<void> {
    if (this.#status === 'ready' && this.#hasMore) await this.#read(this.#cursor)
  }

  /** Puts a changed chat where it belongs now, or takes it out. */
  place(chat: Chat): void {
    if (this.#options.search !== null || this.#status === 'idle') return
    const isListed = this.#ids.includes(chat.id)
    const belongs = this.#options.belongs(chat, isListed) && this.#isWithinLoaded(chat)
    if (this.#status === 'loading') this.#placedWhileLoading.add(chat.id)
    this.#ids = placeId(this.#ids, chat.id, belongs, (a, b) => this.#compare(a, b))
  }

  remove(id: string): void {
    this.#ids = this.#ids.filter((other) => other !== id)
  }

  async #read(after: string | null): Promise<void> {
    const load = ++this.#loads
    this.#status = 'loading'
    this.#placedWhileLoading.clear()
    try {
      const { view, search } = this.#options
      const keep = this.#options.beginRead()
      const { chats } = await query(chatsQuery, { ...chatsIn(view), search, first: PAGE_SIZE, after })
      if (load !== this.#loads) return
      this.#cursor = chats.pageInfo.endCursor
      this.#hasMore = chats.pageInfo.hasNextPage
      const read = chats.edges.map((edge) => edge.node)
      keep(read)
      this.#list(read, after === null)
      this.#status = 'ready'
    } catch {
      if (load === this.#loads) this.#status = 'failed'
    }
  }

  #list(chats: Chat[], isFirstPage: boolean): void {
    const known = isFirstPage ? this.#placedWhileLoading : this.#ids
    const ids = [...new Set([...known, ...chats.map((chat) => chat.id)])]
    // An event may have overtaken the answer: chats that no longer belong here are left out.
    const shown = this.#options.search === null ? ids.filter((id) => this.#stillBelongs(id)) : ids
    this.#ids = shown.sort((a, b) => this.#compare(a, b))
  }

  #stillBelongs(id: string): boolean {
    const chat = this.#options.getChat(id)
    return chat !== undefined && this.#options.belongs(chat, true)
  }

  /** A chat below the last loaded row will come with its page: shown now, it would look like the next one. */
  #isWithinLoaded(chat: Chat): boolean {
    const last = this.#ids.at(-1)
    return !this.#hasMore || last === undefined || last === chat.id || this.#compare(chat.id, last) < 0
  }

  #compare(a: string, b: string): number {
    const [first, second] = [this.#options.getChat(a), this.#options.getChat(b)]
    return first && second ? compareChats(first, second, this.#options.view.order) : 0
  }
}

export function createChatList(options: ChatListOptions): ChatList {
  return new ChatList(options)
}
