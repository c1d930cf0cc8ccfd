import { query } from '../graphql/request.ts'
import { type Member, teamChangesSubscription, teamQuery } from '../graphql/team.ts'
import type { Live } from './live/live.svelte.ts'

const PAGE_SIZE = 100
/** Numbers that change all the time are read at most this often. */
const REST_MS = 2_000
/** A large team, or a busy server, is read less often: reading it takes at most a fifth of the time. */
const REST_FACTOR = 4

/** The people whom a supervisor looks after, while the page is open, with their numbers, which are read again after events. */
export class Team {
  readonly #live: Pick<Live, 'follow'>
  #members = $state.raw<readonly Member[]>([])
  #total = $state(0)
  #status = $state<'loading' | 'ready' | 'failed'>('loading')
  #pages = 1
  #isReadingMore = $state(false)
  #reading: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #restUntil = 0
  #isDue = false

  constructor(live: Pick<Live, 'follow'>) {
    this.#live = live
  }

  /** By name. */
  get members() {
    return this.#members
  }

  get total() {
    return this.#total
  }

  get status() {
    return this.#status
  }

  get hasMore() {
    return this.#members.length < this.#total
  }

  get isReadingMore() {
    return this.#isReadingMore
  }

  /** Follows what happens until the returned function is called. */
  follow(): () => void {
    const stop = this.#live.follow(
      teamChangesSubscription,
      {},
      { onStart: () => void this.load(), onData: () => this.changed() },
    )
    return () => {
      stop()
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
  }

  /** Something has happened: what is shown is read again soon. */
  changed(): void {
    this.#isDue = true
    if (this.#reading || this.#timer !== undefined) return
    const rest = Math.max(this.#restUntil - performance.now(), 150)
    this.#timer = setTimeout(() => void this.load(), rest)
  }

  /** Reads what is shown again; it is kept until the answer arrives. Never throws. */
  load(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // The answer on its way may be older than the event for which it is read again.
    if (this.#reading) this.#isDue = true
    this.#reading ??= this.#read()
      .catch(() => {
        if (this.#status !== 'ready') this.#status = 'failed'
      })
      .finally(() => {
        this.#reading = null
        if (this.#isDue) this.changed()
      })
    return this.#reading
  }

  /** Shows another page. */
  async readMore(): Promise<void> {
    if (this.#isReadingMore) return
    this.#isReadingMore = true
    this.#pages += 1
    await this.#reading
    await this.load()
    this.#isReadingMore = false
  }

  async #read(): Promise<void> {
    this.#isDue = false
    const startedAt = performance.now()
    const members: Member[] = []
    let after: string | null = null
    for (let page = 0; page < this.#pages; page += 1) {
      const { team }: Awaited<ReturnType<typeof readPage>> = await readPage(after)
      members.push(...team.nodes)
      this.#total = team.totalCount
      after = team.pageInfo.endCursor
      if (!team.pageInfo.hasNextPage) break
    }
    this.#members = members
    this.#status = 'ready'
    const now = performance.now()
    this.#restUntil = now + Math.max(REST_MS, REST_FACTOR * (now - startedAt))
  }
}

function readPage(after: string | null) {
  return query(teamQuery, { first: PAGE_SIZE, after })
}

export function createTeam(live: Pick<Live, 'follow'>): Team {
  return new Team(live)
}
