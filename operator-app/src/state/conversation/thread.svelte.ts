import { messagePlaceQuery, messagesQuery } from '../../graphql/chats.ts'
import type { Chat, Message } from '../../graphql/fragments.ts'
import { query } from '../../graphql/request.ts'
import { News } from '../news.ts'
import { adjoins, mergeMessages } from './merge-messages.ts'
import { withFreshQuotes } from './with-fresh-quotes.ts'

const PAGE_SIZE = 50

interface ThreadOptions {
  /** Called when a chat begins to be read; takes in its state, which comes with its messages. */
  beginChat: () => (chat: Chat) => void
  isUnread: (chat: Chat) => boolean
}

/** The messages of one chat that this screen has read, from some point to the newest, without gaps. */
export class Thread {
  readonly chatId: string
  #options: ThreadOptions
  #messages = $state.raw<readonly Message[]>([])
  #status = $state<'idle' | 'loading' | 'ready' | 'failed' | 'missing'>('idle')
  #hasOlder = $state(false)
  #isLoadingOlder = $state(false)
  #olderPage: Promise<void> | null = null
  #prepended = $state(false)
  #dividerSeq = $state<number | null>(null)
  #before: string | null = null
  /** What events brought while a query was under way: it is newer than its answer. */
  readonly #news = new News<Message>()
  #loads = 0

  constructor(chatId: string, options: ThreadOptions) {
    this.chatId = chatId
    this.#options = options
  }

  get messages() {
    return this.#messages
  }

  get status() {
    return this.#status
  }

  get hasOlder() {
    return this.#hasOlder
  }

  get isLoadingOlder() {
    return this.#isLoadingOlder
  }

  /** Whether the last change put messages above those that were there: a list then keeps its place. */
  get prepended() {
    return this.#prepended
  }

  /** The last message that was read when the chat was opened; what the visitor wrote after it is new. */
  get dividerSeq() {
    return this.#dividerSeq
  }

  /** Remembers where the unread part of a chat begins, as it is being opened. */
  markNew(chat: Chat): void {
    this.#dividerSeq = this.#options.isUnread(chat) ? (chat.viewerLastReadSeq ?? 0) : null
  }

  /** Reads the newest page. Loaded messages are kept, unless a gap would remain between them and the page. */
  async load(): Promise<void> {
    const load = ++this.#loads
    if (this.#status !== 'ready') this.#status = 'loading'
    const since = this.#news.begin()
    const keep = this.#options.beginChat()
    try {
      const { chat } = await query(messagesQuery, { chatId: this.chatId, last: PAGE_SIZE, before: null })
      // The answer to a later load is newer.
      if (load !== this.#loads) return
      if (!chat) {
        this.#status = 'missing'
        return
      }
      const { messages, ...state } = chat
      keep(state)
      this.#takeNewest(messages, since)
      // Before anything is drawn: what is drawn counts as read.
      if (this.#status === 'loading') this.markNew(state)
      this.#status = 'ready'
    } catch {
      if (load === this.#loads && this.#status === 'loading') this.#status = 'failed'
    }
  }

  /** Drops what was read: it is read again when it is next shown. */
  forget(): void {
    this.#loads += 1
    this.#messages = []
    this.#hasOlder = false
    this.#status = 'idle'
  }

  /** Reads the page before the first message, one at a time. */
  loadOlder(): Promise<void> {
    if (!this.#hasOlder || this.#status !== 'ready') return Promise.resolve()
    this.#olderPage ??= this.#readOlder().finally(() => {
      this.#olderPage = null
    })
    return this.#olderPage
  }

  /** Reads as far back as a message of this chat. Returns false when there is no such message, or it cannot be read now. */
  async reach(messageId: string): Promise<boolean> {
    const isHere = () => this.#messages.some(({ id }) => id === messageId)
    if (isHere()) return true
    const { node } = await query(messagePlaceQuery, { id: messageId })
    if (!node || !('seq' in node) || node.chat.id !== this.chatId) return false
    for (let first = this.#first; !isHere() && first > node.seq; first = this.#first) {
      await this.loadOlder()
      if (this.#first === first) return false
    }
    return isHere()
  }

  /** The number of the first message that was read. */
  get #first(): number {
    return this.#messages[0]?.seq ?? 0
  }

  async #readOlder(): Promise<void> {
    this.#isLoadingOlder = true
    const since = this.#news.begin()
    try {
      const { chat } = await query(messagesQuery, {
        chatId: this.chatId,
        last: PAGE_SIZE,
        before: this.#before,
      })
      const older = chat?.messages.edges.map(({ node }) => since(node.id) ?? node)
      // Where so much was missed meanwhile that only the newest are shown, it no longer comes before them.
      if (!chat || !older || !adjoins(older, this.#messages)) return
      this.#prepended = true
      this.#messages = mergeMessages(older, this.#messages)
      this.#before = chat.messages.pageInfo.startCursor
      this.#hasOlder = chat.messages.pageInfo.hasPreviousPage
    } catch {
      // The next scroll to the top asks again.
    } finally {
      this.#isLoadingOlder = false
    }
  }

  /** Takes in a message or its newer state. A hole in the sequence is filled from the server. */
  apply(message: Message): void {
    this.#news.note(message.id, message)
    if (this.#status !== 'ready' && this.#status !== 'loading') return
    this.#prepended = false
    this.#messages = withFreshQuotes(this.#messages, message)
    const last = this.#messages.at(-1)?.seq ?? 0
    const first = this.#messages[0]?.seq ?? message.seq
    if (message.seq < first) return
    this.#messages = mergeMessages(this.#messages, [message])
    if (this.#status === 'ready' && message.seq > last + 1 && last > 0) void this.load()
  }

  /** These messages went out or came in by mail. */
  applyMailed({ seqs, mailedAt }: { seqs: readonly number[]; mailedAt: string }): void {
    if (this.#status === 'loading') void this.load()
    if (this.#status !== 'ready') return
    this.#prepended = false
    const mailed = this.#messages.filter(({ seq }) => seqs.includes(seq))
    for (const message of mailed) this.#news.note(message.id, { ...message, mailedAt })
    this.#messages = this.#messages.map((message) =>
      seqs.includes(message.seq) ? { ...message, mailedAt } : message,
    )
  }

  #takeNewest(
    page: {
      edges: { node: Message }[]
      pageInfo: { hasPreviousPage: boolean; startCursor: string | null }
    },
    since: (id: string) => Message | undefined,
  ) {
    const newest = page.edges.map(({ node }) => since(node.id) ?? node)
    this.#prepended = false
    const lastSeq = newest.at(-1)?.seq ?? 0
    const current = this.#messages.filter((message) => message.seq <= lastSeq)
    // What has come before the first page may be any message.
    const isFresh = this.#status === 'loading' || current.length === 0
    if (isFresh || !adjoins(current, newest)) {
      this.#messages = this.#messages.filter((message) => message.seq > lastSeq)
      this.#before = page.pageInfo.startCursor
      this.#hasOlder = page.pageInfo.hasPreviousPage
    }
    this.#messages = mergeMessages(this.#messages, newest)
  }
}

/** The threads of the chats that were opened, so that going back to one shows it at once. */
export class Threads {
  #options: ThreadOptions
  #threads = new Map<string, Thread>()

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  open(chatId: string): Thread {
    const known = this.#threads.get(chatId)
    if (known) return known
    const thread = new Thread(chatId, this.#options)
    this.#threads.set(chatId, thread)
    return thread
  }

  apply(message: Message): void {
    this.#threads.get(message.chat.id)?.apply(message)
  }

  applyMailed(chatId: string, mailed: { seqs: readonly number[]; mailedAt: string }): void {
    this.#threads.get(chatId)?.applyMailed(mailed)
  }

  /** Takes in the answer to a sent message. An event may have overtaken it: what is known already is newer. */
  add(message: Message): void {
    const thread = this.#threads.get(message.chat.id)
    if (thread && !thread.messages.some(({ id }) => id === message.id)) thread.apply(message)
  }

  /** Reads the threads that could not be read while the server was away. */
  retryFailed(): void {
    for (const thread of this.#threads.values()) if (thread.status === 'failed') void thread.load()
  }

  /** Forgets what all threads have but the open one, which is read again. What else shows one has it read again, too. */
  async reload(openChatId: string | null): Promise<void> {
    for (const thread of this.#threads.values()) if (thread.chatId !== openChatId) thread.forget()
    if (openChatId !== null) await this.#threads.get(openChatId)?.load()
  }
}

export function createThreads(options: ThreadOptions): Threads {
  return new Threads(options)
}
