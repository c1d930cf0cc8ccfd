import { query } from '../graphql/request.ts'
import {
  type SiteVisitor,
  visitChangesSubscription,
  visitorsOnSiteQuery,
} from '../graphql/visitors-on-site.ts'
import type { Live } from './live/live.svelte.ts'

const PAGE_SIZE = 100

/** Who is on the websites now, while its page is open. Changes are not replayed: the list is read again after each gap. */
export class SiteVisitors {
  readonly #live: Live
  /** Most recent visitors first. */
  #visitors = $state.raw<readonly SiteVisitor[]>([])
  #status = $state<'loading' | 'ready' | 'failed'>('loading')
  #next = $state.raw<string | null>(null)
  #loading: Promise<void> = Promise.resolve()
  #readings = 0
  #isReadingMore = $state(false)
  /** Changes that arrived while a page was being read, which may be older. */
  #changed = new Map<string, SiteVisitor>()

  constructor(live: Live) {
    this.#live = live
  }

  get visitors() {
    return this.#visitors
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
    return this.#live.follow(
      visitChangesSubscription,
      {},
      { onStart: () => void this.load(), onData: ({ visitChanges }) => this.apply(visitChanges.visitor) },
    )
  }

  /** Somebody came, went, or is on another page. */
  apply(visitor: SiteVisitor): void {
    this.#changed.set(visitor.id, visitor)
    this.#visitors = place(this.#visitors, visitor)
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
    const { visitorsOnSite } = await query(visitorsOnSiteQuery, { first: PAGE_SIZE, after })
    // The list has been read from the start in the meantime.
    if (reading !== this.#readings) return
    const { nodes, pageInfo } = visitorsOnSite
    const known = after === null ? nodes : nodes.reduce(place, this.#visitors)
    this.#visitors = [...this.#changed.values()].reduce(place, known)
    this.#next = pageInfo.hasNextPage ? pageInfo.endCursor : null
    this.#status = 'ready'
  }
}

/** The list with the present state of one of them; without them when they have left. */
function place(visitors: readonly SiteVisitor[], visitor: SiteVisitor): SiteVisitor[] {
  const others = visitors.filter(({ id }) => id !== visitor.id)
  if (!visitor.details?.onSite) return others
  const { startedAt } = visitor.details
  const index = others.findIndex(({ details }) => (details?.startedAt ?? '') <= startedAt)
  return others.toSpliced(index < 0 ? others.length : index, 0, visitor)
}

export function createSiteVisitors(live: Live): SiteVisitors {
  return new SiteVisitors(live)
}
