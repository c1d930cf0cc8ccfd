import { SvelteMap } from 'svelte/reactivity'
import type { Visitor } from '../../graphql/fragments.ts'
import {
  newOfflineMessageCountQuery,
  type OfflineMessage,
  offlineMessageQuery,
  offlineMessagesQuery,
} from '../../graphql/offline-messages.ts'
import { query } from '../../graphql/request.ts'
import { createDrafts, type Drafts } from '../conversation/drafts.svelte.ts'
import { News } from '../news.ts'
import { type ArchiveFields, toOfflineFilter, withoutInvalid } from './archive-fields.ts'
import { ArchiveResults } from './archive-results.svelte.ts'
import type { LogPage } from './log.svelte.ts'

const PAGE_SIZE = 30
/** Several events within this time are one look at the list. */
const LOOK_AFTER_MS = 150

/**
 * Messages that visitors left while nobody was there: the filtered list, each message once, and how many are new.
 * Separate because its events say only which message changed, and it reads that one again.
 */
export class OfflineMessages {
  readonly results: ArchiveResults<{ id: string }>
  #records = new SvelteMap<string, OfflineMessage>()
  /** Which of them events told of: what was read before is older. */
  readonly #news = new News<true>()
  readonly #visitorNews = new News<Visitor>()
  /** Tells those that have changed, or come, since the list was asked for last. */
  #isNewer: (id: string) => true | undefined = () => undefined
  /** Those that came after the list was read, newest first. */
  #arrived = $state.raw<readonly string[]>([])
  #newCount = $state(0)
  #countings = 0
  /** Which of them is shown. */
  #counted = 0
  #look: ReturnType<typeof setTimeout> | undefined
  /** Whether something that an event told of could not be read. */
  #isBehind = false
  /** How often the newest were looked for. */
  #looks = 0
  /** The last read of each message. */
  #reading = new Map<string, Promise<OfflineMessage | null>>()
  /** Unsent answers, by message. */
  readonly drafts: Drafts

  constructor(userId: string) {
    this.drafts = createDrafts('answers', userId)
    this.results = new ArchiveResults({
      read: (fields, after) => {
        if (after === null) this.#isNewer = this.#news.begin()
        return this.#read(fields, after)
      },
      onLoad: () => {
        this.#arrived = this.#arrived.filter((id) => this.#isNewer(id))
      },
    })
  }

  /** How many wait for an answer. */
  get newCount() {
    return this.#newCount
  }

  /** The rows on the screen; a message that has been answered disappears from a list of new ones. */
  get ids(): readonly string[] {
    const { log, fields } = this.results
    const ids = [...new Set([...this.#arrived, ...(log.items ?? []).map(({ id }) => id)])]
    const { state } = fields
    return ids.filter((id) => {
      const message = this.#records.get(id)
      return message !== undefined && (state === '' || message.state === state)
    })
  }

  get(id: string): OfflineMessage | undefined {
    return this.#records.get(id)
  }

  stop(): void {
    this.drafts.stop()
  }

  /** Takes in what a mutation answered, and reads it again: an event may have told of something newer before. */
  keep(message: OfflineMessage): void {
    this.#news.note(message.id, true)
    this.#records.set(message.id, message)
    void this.count()
    void this.load(message.id).catch(() => {})
  }

  /** Takes in a visitor who changed, or who has taken over what was another's, which may have filled gaps of theirs. */
  applyVisitor(visitor: Visitor, earlierId: string = visitor.id): void {
    const ids = [visitor.id, earlierId]
    for (const id of ids) this.#visitorNews.note(id, visitor)
    this.patch((message) =>
      message.visitor && ids.includes(message.visitor.id) ? { ...message, visitor } : message,
    )
  }

  /** Changes what messages show of something else, such as a channel's name. */
  patch(change: (message: OfflineMessage) => OfflineMessage): void {
    for (const message of [...this.#records.values()]) {
      const changed = change(message)
      if (changed !== message) this.#records.set(message.id, changed)
    }
  }

  /** Something happened to a message, or it is new. */
  apply(id: string): void {
    this.#news.note(id, true)
    void this.count()
    if (this.#records.has(id)) void this.load(id).catch(this.#fallBehind)
    else if (this.results.isShown) this.#look ??= setTimeout(() => void this.#readNewest(), LOOK_AFTER_MS)
  }

  /**
   * Reads one message, after other reads of it: a change between two reads must be in the later answer. Null when
   * there is none, or it is not this user's to see. Throws RequestError.
   */
  load(id: string): Promise<OfflineMessage | null> {
    const before = this.#reading.get(id)?.catch(() => {}) ?? Promise.resolve()
    const reading = before.then(() => this.#readOne(id))
    this.#reading.set(id, reading)
    return reading
  }

  async #readOne(id: string): Promise<OfflineMessage | null> {
    const withNews = this.#beginRead()
    const { offlineMessage } = await query(offlineMessageQuery, { id })
    if (offlineMessage) this.#records.set(id, withNews(offlineMessage))
    else this.#records.delete(id)
    return offlineMessage
  }

  /** Reads again whatever the screen has shown, after events may have been missed. */
  async reload(openId: string | null): Promise<void> {
    void this.count()
    if (openId !== null) await this.load(openId)
    if (this.results.isShown) await this.results.load()
  }

  /** Reads again what could not be read while the server was away: its events do not come again. */
  retryFailed(openId: string | null): void {
    if (!this.#isBehind) return
    this.#isBehind = false
    void this.reload(openId).catch(this.#fallBehind)
  }

  /** Never throws. */
  async count(): Promise<void> {
    const counting = ++this.#countings
    const answer = await query(newOfflineMessageCountQuery, {}).catch(this.#fallBehind)
    // An answer that a later one has overtaken is older than what is shown.
    if (!answer || counting < this.#counted) return
    this.#counted = counting
    this.#newCount = answer.newOfflineMessageCount
  }

  readonly #fallBehind = (): undefined => {
    this.#isBehind = true
  }

  /** Puts messages that have arrived since above the pages that were read, which do not change. */
  async #readNewest(): Promise<void> {
    this.#look = undefined
    const look = ++this.#looks
    const { fields, log } = this.results
    const page = await this.#read(withoutInvalid(fields), null).catch(this.#fallBehind)
    // A later look knows more, and the filter may have changed in the meantime.
    if (!page || look !== this.#looks || fields !== this.results.fields) return
    const { items } = page
    const known = new Set(log.items?.map(({ id }) => id))
    this.#arrived = items.map(({ id }) => id).filter((id) => !known.has(id))
  }

  /** What it returns gives a message that was read what events have told since of its visitor. */
  #beginRead(): (message: OfflineMessage) => OfflineMessage {
    const since = this.#visitorNews.begin()
    return ({ visitor, ...message }) => ({ ...message, visitor: visitor && (since(visitor.id) ?? visitor) })
  }

  async #read(fields: ArchiveFields, after: string | null): Promise<LogPage<{ id: string }>> {
    const isNewer = this.#news.begin()
    const withNews = this.#beginRead()
    const { offlineMessages } = await query(offlineMessagesQuery, {
      search: fields.search.trim() || null,
      filter: toOfflineFilter(fields),
      first: PAGE_SIZE,
      after,
    })
    const { nodes, pageInfo } = offlineMessages
    for (const message of nodes) {
      if (isNewer(message.id)) void this.load(message.id).catch(this.#fallBehind)
      else this.#records.set(message.id, withNews(message))
    }
    return {
      items: nodes.map(({ id }) => ({ id })),
      next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }
  }
}

export function createOfflineMessages(userId: string): OfflineMessages {
  return new OfflineMessages(userId)
}
