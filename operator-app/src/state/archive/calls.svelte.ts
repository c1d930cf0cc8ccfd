import { SvelteMap } from 'svelte/reactivity'
import { type Call, callQuery, callsQuery } from '../../graphql/calls.ts'
import type { Visitor } from '../../graphql/fragments.ts'
import { query } from '../../graphql/request.ts'
import { News } from '../news.ts'

const UNDER_WAY_PAGE_SIZE = 100
const PAGE_SIZE = 30

/** Every call that this screen knows, patched by revision: those under way, and as much of the past as was read. */
export class Calls {
  readonly #viewerId: string
  readonly #records = new SvelteMap<string, Call>()
  readonly #visitorNews = new News<Visitor>()
  #status = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  #hasFailed = false
  /** The cursor after which past calls continue; null at the end, undefined before they were read. */
  #next = $state.raw<string | null | undefined>(undefined)
  /** The oldest call of the past that was read: an older one would look like the next. */
  #oldest = $state.raw<Call | null>(null)
  #isReadingMore = $state(false)
  /** How often the past was begun anew: a page that was asked for before does not continue it. */
  #beginnings = 0
  #hasPastFailed = $state(false)

  readonly #sorted = $derived([...this.#records.values()].sort(newestFirst))
  /** Those that an operator can take, the one that waits longest first. */
  readonly offered = $derived(this.#sorted.filter((call) => call.offered).reverse())
  readonly running = $derived(this.#sorted.filter((call) => call.endedAt === null && !call.offered))
  readonly past = $derived(
    this.#next === undefined
      ? []
      : this.#sorted.filter((call) => call.endedAt !== null && this.#isRead(call)),
  )

  constructor(viewerId: string) {
    this.#viewerId = viewerId
  }

  get status() {
    return this.#status
  }

  get hasMore() {
    return typeof this.#next === 'string'
  }

  /** Some could not be read: those under way, or the newest of the past. */
  get failed() {
    return this.#status === 'failed' || this.#hasPastFailed
  }

  get isReadingMore() {
    return this.#isReadingMore
  }

  /** Those that the viewer dials at present. */
  get mine(): readonly Call[] {
    return this.running.filter((call) => this.isMine(call))
  }

  get(id: string): Call | undefined {
    return this.#records.get(id)
  }

  /** Those with a visitor, as far as they are known, newest first. */
  of(visitorId: string): readonly Call[] {
    return this.#sorted.filter(({ visitor }) => visitor?.id === visitorId)
  }

  isMine({ operator, gateway }: Call): boolean {
    return gateway === 'OPERATOR_DIALS' && operator?.id === this.#viewerId
  }

  /** Takes in a state of a call; an older one than is known changes nothing. */
  apply(incoming: Call): void {
    const known = this.#records.get(incoming.id)
    if (!known || known.revision <= incoming.revision) this.#records.set(incoming.id, incoming)
  }

  /** To be called when calls begin to be read. What it returns takes them in, with what events have told since of their visitors. */
  beginRead(): (calls: readonly Call[]) => void {
    const since = this.#visitorNews.begin()
    return (calls) => {
      for (const { visitor, ...call } of calls)
        this.apply({ ...call, visitor: visitor && (since(visitor.id) ?? visitor) })
    }
  }

  /** Takes in a visitor who changed, or who has taken over what was another's, which may have filled gaps of theirs. */
  applyVisitor(visitor: Visitor, earlierId: string = visitor.id): void {
    const ids = [visitor.id, earlierId]
    for (const id of ids) this.#visitorNews.note(id, visitor)
    this.patch((call) => (call.visitor && ids.includes(call.visitor.id) ? { ...call, visitor } : call))
  }

  /** Changes what all known calls say of something that they share: a visitor, a channel, a colleague. */
  patch(change: (call: Call) => Call): void {
    for (const call of [...this.#records.values()]) {
      const changed = change(call)
      if (changed !== call) this.#records.set(call.id, changed)
    }
  }

  /** Reads what is under way, after which events keep it current. Never throws: the next connection tries again. */
  async load(): Promise<void> {
    const before = new Map(this.#records)
    const keep = this.beginRead()
    this.#status = this.#status === 'ready' ? 'ready' : 'loading'
    try {
      const calls = await readUnderWay()
      keep(calls)
      this.#forgetGone(before, new Set(calls.map(({ id }) => id)))
      this.#status = 'ready'
      this.#hasFailed = false
    } catch {
      this.#hasFailed = true
      if (this.#status !== 'ready') this.#status = 'failed'
    }
  }

  /** Reads everything again: what was missed, or is no longer the viewer's to see, is unknown. */
  async reload(): Promise<void> {
    const readsPast = this.#next !== undefined || this.#isReadingMore
    this.#beginnings += 1
    for (const call of [...this.#records.values()]) if (call.endedAt !== null) this.#records.delete(call.id)
    this.#next = undefined
    this.#oldest = null
    await this.load()
    if (readsPast) await this.loadPast()
  }

  retryFailed(): void {
    if (this.#hasFailed) void this.load()
    if (this.#hasPastFailed) void this.loadPast()
  }

  /** Reads the newest of the past once. Never throws: the next connection tries again. */
  async loadPast(): Promise<void> {
    if (this.#next !== undefined) return
    try {
      await this.#readPast(null)
      this.#hasPastFailed = false
    } catch {
      // A read that another one has taken the place of says nothing.
      this.#hasPastFailed = this.#next === undefined
    }
  }

  /** Reads the next page. Throws RequestError. */
  async readMore(): Promise<void> {
    if (typeof this.#next === 'string' && !this.#isReadingMore) await this.#readPast(this.#next)
  }

  /** Reads one call. Null when there is none or it is not this user's to see. Throws RequestError. */
  async read(id: string) {
    const keep = this.beginRead()
    const { call } = await query(callQuery, { id })
    if (call) keep([call])
    return call
  }

  async #readPast(after: string | null): Promise<void> {
    this.#isReadingMore = true
    const beginning = this.#beginnings
    const keep = this.beginRead()
    try {
      const filter = { underWay: false }
      const { nodes, pageInfo } = (await query(callsQuery, { filter, first: PAGE_SIZE, after })).calls
      if (beginning !== this.#beginnings) return
      keep(nodes)
      this.#oldest = nodes.at(-1) ?? this.#oldest
      this.#next = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } finally {
      if (beginning === this.#beginnings) this.#isReadingMore = false
    }
  }

  #isRead(call: Call): boolean {
    return !this.hasMore || this.#oldest === null || newestFirst(call, this.#oldest) <= 0
  }

  /** Removes calls that ended unseen: they are no longer under way, and no event has changed them in the meantime. */
  #forgetGone(before: ReadonlyMap<string, Call>, underWay: ReadonlySet<string>): void {
    for (const [id, call] of before) {
      const isGone = call.endedAt === null && !underWay.has(id)
      if (isGone && this.#records.get(id) === call) this.#records.delete(id)
    }
  }
}

/** All of them: those that have waited longest come last. */
async function readUnderWay(): Promise<Call[]> {
  const found: Call[] = []
  for (let after: string | null = null; ; ) {
    const { calls }: Awaited<ReturnType<typeof readPage>> = await readPage(after)
    found.push(...calls.nodes)
    if (!calls.pageInfo.hasNextPage) return found
    after = calls.pageInfo.endCursor
  }
}

function readPage(after: string | null) {
  return query(callsQuery, { filter: { underWay: true }, first: UNDER_WAY_PAGE_SIZE, after })
}

function newestFirst(one: Call, other: Call): number {
  return other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id)
}

export function createCalls(viewerId: string): Calls {
  return new Calls(viewerId)
}
