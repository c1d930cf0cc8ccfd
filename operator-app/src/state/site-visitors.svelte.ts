import type { ResultOf } from '../graphql/graphql.ts'
import { query } from '../graphql/request.ts'
import {
  type SiteChange,
  type SiteVisitor,
  visitorsOnSiteQuery,
  visitorsOnSiteSubscription,
} from '../graphql/visitors-on-site.ts'
import type { Live } from './live/live.svelte.ts'
import { listOf } from './site-list.ts'
import { showProblem } from './toasts.ts'

const PAGE_SIZE = 100
/** The server tells of no more. */
const MOST_PAGES = 10

/**
 * Who is on the websites now, while its page is open: the latest visits. Changes are not replayed, so the list is read again
 * after each gap. The server tells of those alone who are in it, however many others there are.
 */
export class SiteVisitors {
  readonly #live: Live
  /** Most recent visitors first. */
  #visitors = $state.raw<readonly SiteVisitor[]>([])
  #status = $state<'loading' | 'ready' | 'failed'>('loading')
  #total = $state(0)
  #pages = $state(1)
  #pagesRead = $state(0)
  #readings = 0
  #inFlight = 0
  /** The last change while the list was being read, which may be older, with everyone described since. */
  #missed: SiteChange | null = null

  constructor(live: Live) {
    this.#live = live
  }

  get visitors() {
    return this.#visitors
  }

  /** How many are on the websites, also those who are not in the list. */
  get total() {
    return Math.max(this.#total, this.#visitors.length)
  }

  get status() {
    return this.#status
  }

  get hasMore() {
    return this.total > this.#visitors.length && this.#pages < MOST_PAGES
  }

  get isReadingMore() {
    return this.#pagesRead > 0 && this.#pages > this.#pagesRead
  }

  /** How many are shown at most, once there are more; null as long as more can be shown. */
  get most() {
    return this.#pages === MOST_PAGES && this.total > this.#visitors.length ? this.#visitors.length : null
  }

  /** Follows as many as are shown until the returned function is called; longer lists are another subscription. */
  follow(): () => void {
    return this.#live.follow(
      visitorsOnSiteSubscription,
      { limit: this.#pages * PAGE_SIZE },
      {
        onStart: () => void this.load(),
        onData: ({ visitorsOnSiteChanged }) => this.apply(visitorsOnSiteChanged),
      },
    )
  }

  /** Somebody in the list came, went, or is on another page, or others are in it. */
  apply(change: SiteChange): void {
    this.#total = change.totalCount
    if (this.#inFlight > 0) {
      this.#missed = { ...change, visitors: [...(this.#missed?.visitors ?? []), ...change.visitors] }
      return
    }
    const list = listOf(change.numbers, [...this.#visitors, ...change.visitors])
    if (list) this.#visitors = list
    else void this.load()
  }

  /** Reads all that is shown. The present rows are kept until the answer arrives. Never throws. */
  async load(): Promise<void> {
    const reading = ++this.#readings
    this.#missed = null
    this.#inFlight++
    const pages = this.#pages
    const read = await this.#read(pages).catch((problem) => this.#tell(problem))
    this.#inFlight--
    // It has been read again in the meantime.
    if (reading !== this.#readings || !read) return
    this.#visitors = read
    this.#pagesRead = pages
    this.#status = 'ready'
    const missed = this.#missed
    this.#missed = null
    if (missed) this.apply(missed)
  }

  /** Shows those who came before as well. */
  showMore(): void {
    if (this.hasMore) this.#pages++
  }

  #tell(problem: unknown): null {
    if (this.#status !== 'ready') this.#status = 'failed'
    if (this.isReadingMore) {
      this.#pages = this.#pagesRead
      showProblem(problem)
    }
    return null
  }

  async #read(pages: number): Promise<SiteVisitor[]> {
    const visitors = new Map<string, SiteVisitor>()
    let after: string | null = null
    for (let page = 0; page < pages; page++) {
      const { nodes, pageInfo, totalCount } = await readPage(after)
      for (const visitor of nodes) visitors.set(visitor.id, visitor)
      this.#total = totalCount ?? 0
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    return [...visitors.values()]
  }
}

async function readPage(
  after: string | null,
): Promise<ResultOf<typeof visitorsOnSiteQuery>['visitorsOnSite']> {
  const { visitorsOnSite } = await query(visitorsOnSiteQuery, { first: PAGE_SIZE, after })
  return visitorsOnSite
}

export function createSiteVisitors(live: Live): SiteVisitors {
  return new SiteVisitors(live)
}
