import { query } from '../graphql/request.ts'
import {
  type SiteVisitor,
  visitChangesSubscription,
  visitorsOnSiteCountQuery,
  visitorsOnSiteQuery,
} from '../graphql/visitors-on-site.ts'
import type { Live } from './live/live.svelte.ts'
import { cutList, placeVisitor } from './site-list.ts'

const PAGE_SIZE = 100
/** How many more than the pages that were read are shown before the list is cut. */
const GROWTH = 100
/** How often visitors are counted while they come and go. */
const COUNT_MS = 5_000

/**
 * Who is on the websites now, while its page is open. Changes are not replayed: the list is read again after each gap. It
 * is as long as the pages that were read, so that thousands who come and go do not fill it.
 */
export class SiteVisitors {
  readonly #live: Live
  /** Most recent visitors first. */
  #visitors = $state.raw<readonly SiteVisitor[]>([])
  #status = $state<'loading' | 'ready' | 'failed'>('loading')
  #next = $state.raw<string | null>(null)
  #counted = $state.raw(0)
  #counting: ReturnType<typeof setTimeout> | undefined
  #pages = 0
  /** The cursors of those whom a page had, by their ids. */
  #cursors = new Map<string, string>()
  #loading: Promise<void> = Promise.resolve()
  #readings = 0
  #inFlight = 0
  #isReadingMore = $state(false)
  /** Changes that arrived while a page was being read, which may be older. */
  #changed = new Map<string, SiteVisitor>()

  constructor(live: Live) {
    this.#live = live
  }

  get visitors() {
    return this.#visitors
  }

  /** How many are on the websites, also on pages that were not read. */
  get total() {
    return this.#next === null ? this.#visitors.length : Math.max(this.#counted, this.#visitors.length)
  }

  get status() {
    return this.#status
  }

  get hasMore() {
    return this.#next !== null
  }

  get isReadingMore() {
    return this.#isReadingMore
  }

  /** Follows them until the returned function is called. */
  follow(): () => void {
    const end = this.#live.follow(
      visitChangesSubscription,
      {},
      { onStart: () => void this.load(), onData: ({ visitChanges }) => this.apply(visitChanges.visitor) },
    )
    return () => {
      end()
      clearTimeout(this.#counting)
      this.#counting = undefined
    }
  }

  /** Somebody came, went, or is on another page. */
  apply(visitor: SiteVisitor): void {
    if (this.#inFlight > 0) this.#changed.set(visitor.id, visitor)
    this.#visitors = placeVisitor(this.#visitors, visitor, this.#next === null)
    if (this.#visitors.length > this.#pages * PAGE_SIZE + GROWTH) this.#cut()
    if (this.#next !== null) this.#counting ??= setTimeout(() => void this.#count(), COUNT_MS)
  }

  /** Reads them from the start. The present rows are kept until the answer arrives. Never throws. */
  load(): Promise<void> {
    const reading = ++this.#readings
    this.#loading = this.#read(null, reading).catch(() => {
      if (reading === this.#readings && this.#status !== 'ready') this.#status = 'failed'
    })
    return this.#loading
  }

  /** Reads those who came before. Throws RequestError. */
  async readMore(): Promise<void> {
    if (this.#next === null || this.#isReadingMore) return
    this.#isReadingMore = true
    const reading = this.#readings
    try {
      // Where the list ends may be about to change.
      await this.#loading
      if (reading === this.#readings && this.#next !== null) await this.#read(this.#next, reading)
    } finally {
      this.#isReadingMore = false
    }
  }

  async #read(after: string | null, reading: number): Promise<void> {
    this.#changed.clear()
    this.#inFlight++
    const { visitorsOnSite } = await query(visitorsOnSiteQuery, { first: PAGE_SIZE, after }).finally(
      () => this.#inFlight--,
    )
    // The list has been read from the start in the meantime.
    if (reading !== this.#readings) return
    const { edges, pageInfo, totalCount } = visitorsOnSite
    if (after === null) this.#cursors.clear()
    for (const { cursor, node } of edges) this.#cursors.set(node.id, cursor)
    this.#pages = after === null ? 1 : this.#pages + 1
    this.#next = pageInfo.hasNextPage ? pageInfo.endCursor : null
    this.#counted = totalCount ?? 0
    const read = edges.map(({ node }) => node)
    const known = after === null ? read : read.reduce<readonly SiteVisitor[]>(placeLast, this.#visitors)
    const isWhole = this.#next === null
    this.#visitors = [...this.#changed.values()].reduce<readonly SiteVisitor[]>(
      (list, one) => placeVisitor(list, one, isWhole),
      known,
    )
    this.#status = 'ready'
  }

  /** So many have come that the end of the list belongs on the next page again. */
  #cut(): void {
    const cut = cutList(this.#visitors, this.#pages * PAGE_SIZE, this.#cursors)
    if (!cut) {
      void this.load()
      return
    }
    this.#visitors = cut.visitors
    this.#next = cut.next
  }

  async #count(): Promise<void> {
    this.#counting = undefined
    // The next change tries it again.
    const answer = await query(visitorsOnSiteCountQuery, {}).catch(() => null)
    if (answer) this.#counted = answer.visitorsOnSite.totalCount ?? 0
  }
}

/** A page continues the list at its end. */
function placeLast(visitors: readonly SiteVisitor[], visitor: SiteVisitor): SiteVisitor[] {
  return placeVisitor(visitors, visitor, true)
}

export function createSiteVisitors(live: Live): SiteVisitors {
  return new SiteVisitors(live)
}
