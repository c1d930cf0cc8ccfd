import { type ChatViewName, savedViewKey } from '../../browser/route.ts'
import { chatCountsQuery } from '../../graphql/chats.ts'
import { query } from '../../graphql/request.ts'
import { type InboxView, isPlain, plainViews } from './inbox-view.ts'

const RECOUNT_AFTER_MS = 1_000
const RECOUNT_EVERY_MS = 60_000

/** How many chats the server counts in the views that every inbox has, and in the pinned ones while somebody looks at them. */
export class ChatCounts {
  readonly #pinned: () => readonly InboxView[]
  #plainCounts = $state.raw<Partial<Record<ChatViewName, number>>>({})
  #pinnedCounts = $state.raw<ReadonlyMap<string, number | null>>(new Map())
  /** Whether somebody looks at the counts of pinned views. */
  #watchers = 0
  #countings = 0
  /** Whether the last counts could not be read. */
  #isBehind = false
  #recount: ReturnType<typeof setTimeout> | undefined

  constructor(pinned: () => readonly InboxView[]) {
    this.#pinned = pinned
  }

  /** Null or undefined while nobody knows. */
  of(view: InboxView): number | null | undefined {
    return isPlain(view) ? this.#plainCounts[view.name] : this.#pinnedCounts.get(view.key)
  }

  /** The views that are counted at the moment. */
  get views(): readonly InboxView[] {
    return this.#watchers > 0 ? [...plainViews, ...this.#pinned()] : plainViews
  }

  /** Never throws. */
  async load(): Promise<void> {
    const counting = ++this.#countings
    const withPinned = this.#watchers > 0 && this.#pinned().length > 0
    const answer = await query(chatCountsQuery, { withPinned }).catch(() => null)
    // An answer that a later one has overtaken is older than what is shown.
    if (counting !== this.#countings) return
    this.#isBehind = answer === null
    this.#plainCounts = { ...this.#plainCounts, ...answer?.chatCounts }
    const views = answer?.savedViews
    if (views) this.#pinnedCounts = new Map(views.map((view) => [savedViewKey(view.id), view.chatCount]))
  }

  /** A chat has come into a view, or left it. */
  loadSoon(): void {
    this.#recount ??= setTimeout(() => {
      this.#recount = undefined
      void this.load()
    }, RECOUNT_AFTER_MS)
  }

  /** Reads what could not be read while the server was away. */
  retryFailed(): void {
    if (this.#isBehind) void this.load()
  }

  /** Keeps the counts of pinned views current until the returned function is called. */
  watch(): () => void {
    this.#watchers++
    void this.load()
    // Time alone changes some of them.
    const timer = setInterval(() => void this.load(), RECOUNT_EVERY_MS)
    return () => {
      this.#watchers--
      clearInterval(timer)
    }
  }
}

export function createChatCounts(pinned: () => readonly InboxView[]): ChatCounts {
  return new ChatCounts(pinned)
}
