import {
  type CannedReply,
  cannedRepliesQuery,
  deleteCannedReplyMutation,
  useCannedReplyMutation,
} from '../../graphql/canned-replies.ts'
import type { Chat } from '../../graphql/fragments.ts'
import type { ResultOf } from '../../graphql/graphql.ts'
import { mutate, query } from '../../graphql/request.ts'
import type { UserError } from '../../graphql/user-errors.ts'

/** Most accounts have few: what a page could hold is taken from the budget of requests. */
const FIRST_PAGE = 20
const PAGE = 100

/**
 * The canned replies that this operator can use; separate because the composer and the settings show the same ones. They
 * are read when they are first needed, all of them, so that finding one takes no request.
 */
export class CannedReplies {
  #items = $state.raw<readonly CannedReply[]>()
  #failed = $state(false)
  #loading: Promise<void> | undefined
  #reads = 0
  /** Ids of those that are in a composer, by chat. */
  #inserted = new Map<string, Set<string>>()

  /** Absent until they are read. */
  get items(): readonly CannedReply[] | undefined {
    return this.#items
  }

  get failed(): boolean {
    return this.#failed && this.#items === undefined
  }

  /** Reads them unless they are known; also again, after it failed. Never throws. */
  async need(): Promise<void> {
    if (!this.#items) await (this.#loading ?? this.load())
  }

  /** Reads them. Never throws. */
  load(): Promise<void> {
    const loading = this.#read().finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    this.#loading = loading
    return loading
  }

  /** Something about them has changed: they are read again if they are known. */
  changed(): void {
    if (this.#items || this.#loading) void this.load()
  }

  /** Those that are for a chat, most used first. */
  ofChat({ channel }: Pick<Chat, 'channel'>): CannedReply[] {
    return (this.#items ?? [])
      .filter(({ channels }) => !channels || channels.some(({ id }) => id === channel.id))
      .toSorted((one, other) => other.useCount - one.useCount || one.title.localeCompare(other.title))
  }

  /** It was put into the composer of a chat. */
  insert(chatId: string, id: string): void {
    this.#inserted.set(chatId, (this.#inserted.get(chatId) ?? new Set()).add(id))
  }

  /** The composer of a chat was emptied: nothing that was put into it is used. */
  removed(chatId: string): void {
    this.#inserted.delete(chatId)
  }

  /** What is in the composer of a chat was sent: those that it was made from are counted. */
  sent(chatId: string): void {
    for (const id of this.#inserted.get(chatId) ?? []) this.#use(id)
    this.#inserted.delete(chatId)
  }

  #use(id: string): void {
    this.#items = this.#items?.map((reply) =>
      reply.id === id ? { ...reply, useCount: reply.useCount + 1 } : reply,
    )
    void mutate(useCannedReplyMutation, { input: { id } }).catch(() => {})
  }

  /** What was saved is shown at once. */
  keep(reply: CannedReply): void {
    const others = (this.#items ?? []).filter(({ id }) => id !== reply.id)
    this.#items = [...others, reply].toSorted(byShortcut)
  }

  /** Throws RequestError. */
  async delete(id: string): Promise<readonly UserError[]> {
    const { deleteCannedReply } = await mutate(deleteCannedReplyMutation, { input: { id } })
    if (deleteCannedReply.deletedId) this.#items = this.#items?.filter((reply) => reply.id !== id)
    return deleteCannedReply.userErrors
  }

  async #read(): Promise<void> {
    const read = ++this.#reads
    try {
      const items: CannedReply[] = []
      let after: string | null = null
      do {
        const page: ResultOf<typeof cannedRepliesQuery> = await query(cannedRepliesQuery, {
          first: after === null ? FIRST_PAGE : PAGE,
          after,
        })
        const { edges, pageInfo } = page.cannedReplies
        items.push(...edges.map(({ node }) => node))
        after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null
      } while (after !== null)
      // They are read again by now: whoever waits for this waits for that.
      if (read !== this.#reads) return this.#loading
      this.#items = items
      this.#failed = false
    } catch {
      if (read === this.#reads) this.#failed = true
    }
  }
}

function byShortcut(one: CannedReply, other: CannedReply): number {
  return one.shortcut < other.shortcut ? -1 : Number(one.shortcut > other.shortcut)
}

export function createCannedReplies(): CannedReplies {
  return new CannedReplies()
}
