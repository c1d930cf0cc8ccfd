import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { EventHub } from '../events/hub.ts'
import { type LiveEvent, transient } from '../events/live-event.ts'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'
import { createLocalVisitorStore } from './local-visitor-store.ts'
import { createRedisVisitorStore } from './redis-visitor-store.ts'
import {
  POLLS,
  type PresentVisitor,
  type SitePage,
  type SiteVisitor,
  type VisitorStore,
} from './visitor-store.ts'

/** Connected visitors are renewed this often; those of a process that died are gone after LIFE_MS. */
const RENEW_MS = 15_000
const LIFE_MS = 40_000
/** A visitor who polls instead of being connected counts for this long. */
const POLLED_MS = 30_000
/** How often screens are told whose time has run out. */
const LOOK_MS = 5_000
/** An operator who continues to type reports it more often than this. */
const TYPING_MS = 6_000

/** Intervals that tests shorten. */
export interface VisitorTiming {
  renewMs?: number
  lifeMs?: number
  polledMs?: number
  lookMs?: number
}

/** The visitor that the visit belongs to. */
export interface VisitKey extends SiteVisitor {
  accountId: string
}

/** A visitor with sockets to this process. */
interface OwnVisit {
  visiting: VisitKey
  sockets: number
  /** When their visit began; null until it has been read. */
  startedAt: number | null
}

interface VisitorPresenceOptions {
  redis: Redis | null
  prefix: string
  log: Logger
  /** The screens of this process. */
  hub: Pick<EventHub, 'accountIds' | 'emit'>
  /** Tells the screens of every process. */
  tell(event: LiveEvent): void
  /** When the visit of this visitor began; null when they have none. */
  findStart(visitorId: string): Promise<Date | null>
  timing?: VisitorTiming | undefined
}

/** Knows who is on the websites: visitors with a socket to any process, and those who have just polled. */
export class VisitorPresence {
  readonly #options: VisitorPresenceOptions
  readonly #store: VisitorStore
  readonly #process = randomUUID().slice(0, 8)
  /** Sockets of this process, by account and visitor. */
  readonly #own = new Map<string, Map<string, OwnVisit>>()
  readonly #pending = new Set<Promise<unknown>>()
  readonly #timers: NodeJS.Timeout[]
  readonly #timing: Required<VisitorTiming>
  #renewedAt = Date.now()
  /** Up to which time the screens of this process have been told who left, by account. */
  #toldUntil = new Map<string, number>()

  constructor(options: VisitorPresenceOptions) {
    const { redis, prefix, timing } = options
    this.#options = options
    this.#timing = { renewMs: RENEW_MS, lifeMs: LIFE_MS, polledMs: POLLED_MS, lookMs: LOOK_MS, ...timing }
    this.#store = redis ? createRedisVisitorStore(redis, prefix) : createLocalVisitorStore()
    this.#timers = [
      setInterval(() => void this.#guard(this.#renew()), this.#timing.renewMs),
      setInterval(() => void this.#guard(this.#tellEnded()), this.#timing.lookMs),
    ]
  }

  /** How many visitors have a socket to this process. */
  get ownCount(): number {
    return [...this.#own.values()].reduce((sum, visitors) => sum + visitors.size, 0)
  }

  /** How many sockets to this process a visitor has. */
  socketsOf({ accountId, visitorId }: Pick<VisitKey, 'accountId' | 'visitorId'>): number {
    return this.#own.get(accountId)?.get(visitorId)?.sockets ?? 0
  }

  /** A visitor's socket is open, from when `counted` resolves until `leave` is called. Neither throws. */
  connect(visiting: VisitKey): { counted: Promise<unknown>; leave: () => Promise<void> } {
    const { accountId, visitorId } = visiting
    const own = this.#own.get(accountId) ?? new Map<string, OwnVisit>()
    this.#own.set(accountId, own)
    const visit = own.get(visitorId) ?? { visiting, sockets: 0, startedAt: null }
    own.set(visitorId, visit)
    visit.sockets++
    const counted = this.#guard(this.#count(visit))
    let isOpen = true
    return {
      counted,
      leave: async () => {
        if (!isOpen) return
        isOpen = false
        visit.sockets--
        if (visit.sockets > 0) return
        own.delete(visitorId)
        if (own.size === 0 && this.#own.get(accountId) === own) this.#own.delete(accountId)
        await this.#guard(this.#store.leave(accountId, this.#process, visiting))
      },
    }
  }

  /**
   * A visitor without a socket has polled. Resolves with whether they have just come, and which operator is typing to
   * them; never throws.
   */
  async touch(visiting: VisitKey): Promise<{ isNew: boolean; typing: string | null }> {
    return (await this.#guard(this.#touch(visiting))) ?? { isNew: false, typing: null }
  }

  /** The visitor no longer exists: nobody needs to be told when they expire. Never throws. */
  async forget(visiting: VisitKey): Promise<void> {
    await this.#guard(this.#store.leave(visiting.accountId, POLLS, visiting))
  }

  /** Stores for a moment that an operator is typing to the visitor, for visitors who poll. Never throws. */
  async setTyping(visitorId: string, userId: string, typing: boolean): Promise<void> {
    await this.#guard(this.#store.setTyping(visitorId, userId, typing ? Date.now() + TYPING_MS : null))
  }

  /** Another visit of somebody who is on the website begins. Never throws. */
  async restart(visitor: SiteVisitor, startedAt: Date): Promise<void> {
    await this.#guard(this.#store.restart({ ...visitor, startedAt: startedAt.getTime() }))
  }

  /** The ids of those who are there now; nobody while Redis does not answer. */
  async areThere(visitors: readonly SiteVisitor[]): Promise<ReadonlySet<string>> {
    if (visitors.length === 0) return new Set()
    return this.#store.areThere(visitors).catch((error) => this.#warn(error) ?? new Set())
  }

  /** How many visitors are on these websites; nobody while Redis does not answer. */
  count(channelIds: readonly string[]): Promise<number> {
    return this.#store.count(channelIds).catch((error) => this.#warn(error) ?? 0)
  }

  /** One page of the visitors on these websites, by the begin of their visits; nobody while Redis does not answer. */
  page(page: SitePage): Promise<PresentVisitor[]> {
    return this.#store.page(page).catch((error) => this.#warn(error) ?? [])
  }

  /** When the visit of somebody who is there began, as pages have it; null for somebody who is not. */
  startOf(visitor: SiteVisitor): Promise<number | null> {
    return this.#store.startOf(visitor).catch((error) => this.#warn(error) ?? null)
  }

  /**
   * The ids of all visitors on these websites, which may be a hundred thousand: ask `areThere` wherever it is known whom
   * it is about. Nobody while Redis does not answer.
   */
  async all(channelIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.#store.all(channelIds).catch((error) => this.#warn(error) ?? []))
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    const own = [...this.#ofThisProcess()]
    this.#own.clear()
    // Their browsers connect to another process at once.
    await Promise.all(this.#pending)
    await Promise.all(
      own.map((visiting) => this.#guard(this.#store.leave(visiting.accountId, this.#process, visiting))),
    )
  }

  *#ofThisProcess(): Generator<VisitKey> {
    for (const visits of this.#own.values()) for (const { visiting } of visits.values()) yield visiting
  }

  async #count(visit: OwnVisit): Promise<void> {
    const { accountId, visitorId } = visit.visiting
    visit.startedAt ??= await this.#startOf(visitorId)
    // They have left in the meantime.
    if (this.#own.get(accountId)?.get(visitorId) !== visit) return
    await this.#add(accountId, [{ ...visit.visiting, startedAt: visit.startedAt }])
  }

  async #add(accountId: string, visitors: readonly PresentVisitor[]): Promise<void> {
    await this.#store.add(accountId, this.#process, visitors, Date.now() + this.#timing.lifeMs)
  }

  async #touch(visiting: VisitKey): Promise<{ isNew: boolean; typing: string | null }> {
    const { accountId, visitorId } = visiting
    const until = Date.now() + this.#timing.polledMs
    const touched = await this.#store.touch(accountId, visiting, until)
    if (touched.isNew) {
      const startedAt = await this.#startOf(visitorId)
      await this.#store.add(accountId, POLLS, [{ ...visiting, startedAt }], until)
    }
    return touched
  }

  async #startOf(visitorId: string): Promise<number> {
    return (await this.#options.findStart(visitorId))?.getTime() ?? Date.now()
  }

  async #renew(): Promise<void> {
    const { lifeMs } = this.#timing
    const now = Date.now()
    for (const [accountId, visits] of this.#own) {
      const known = [...visits.values()].flatMap(({ visiting, startedAt }) =>
        startedAt === null ? [] : { ...visiting, startedAt },
      )
      await this.#add(accountId, known)
      // The database was away when they came.
      for (const visit of visits.values()) if (visit.startedAt === null) await this.#count(visit)
    }
    // Redis was unavailable for so long that screens were told that they left.
    if (now - this.#renewedAt > lifeMs)
      for (const visiting of this.#ofThisProcess()) this.#options.tell(changed(visiting))
    this.#renewedAt = now
  }

  /**
   * Tells the screens of this process who expired: visitors who stopped polling, or whose process died. Each process
   * checks this itself, so that none depends on another.
   */
  async #tellEnded(): Promise<void> {
    const { hub } = this.#options
    const now = Date.now()
    const toldUntil = new Map<string, number>()
    for (const accountId of hub.accountIds()) {
      // A new follower may have read the list a moment ago.
      toldUntil.set(accountId, this.#toldUntil.get(accountId) ?? now - 2 * this.#timing.lookMs)
    }
    this.#toldUntil = toldUntil
    for (const [accountId, since] of toldUntil) {
      const ended = await this.#store.ended(accountId, since, now)
      toldUntil.set(accountId, now)
      for (const visitor of ended) hub.emit(changed({ accountId, ...visitor }))
    }
  }

  /** Remembers unfinished work, so that `stop` waits for it. */
  #guard<Result>(work: Promise<Result>): Promise<Result | undefined> {
    const guarded: Promise<Result | undefined> = work
      .catch((error) => this.#warn(error))
      .finally(() => this.#pending.delete(guarded))
    this.#pending.add(guarded)
    return guarded
  }

  #warn(error: unknown): undefined {
    const { reason } = describeError(error)
    this.#options.log.warn({ reason }, 'who is on the website is not up to date')
  }
}

function changed({ accountId, channelId, visitorId }: VisitKey): LiveEvent {
  return transient('VISIT_CHANGED', { accountId, channelId, subjectId: visitorId })
}
