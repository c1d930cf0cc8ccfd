import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { EventHub } from '../events/hub.ts'
import { type LiveEvent, transient } from '../events/live-event.ts'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'
import { createLocalVisitorStore, createRedisVisitorStore, type VisitorStore } from './visitor-store.ts'

/** Connected visitors are renewed this often; those of a process that died are gone after LIFE_MS. */
const RENEW_MS = 15_000
const LIFE_MS = 40_000
/** A visitor who polls instead of being connected counts for this long. */
const POLLED_MS = 30_000
/** How often screens are told whose time has run out. */
const LOOK_MS = 5_000
/** An operator who continues to type reports it more often than this. */
const TYPING_MS = 6_000
/** How old the cached list of an account may be. */
const FRESH_MS = 100
/** How many members one command names. */
const BATCH = 5_000

/** Intervals that tests shorten. */
export interface VisitorTiming {
  renewMs?: number
  lifeMs?: number
  polledMs?: number
  lookMs?: number
}

/** The visitor that the visit belongs to. */
export interface VisitKey {
  accountId: string
  channelId: string
  visitorId: string
}

interface VisitorPresenceOptions {
  redis: Redis | null
  prefix: string
  log: Logger
  /** The screens of this process. */
  hub: Pick<EventHub, 'accountIds' | 'emit'>
  /** Tells the screens of every process. */
  tell(event: LiveEvent): void
  timing?: VisitorTiming | undefined
}

/** Knows who is on the websites: visitors with a socket to any process, and those who have just polled. */
export class VisitorPresence {
  /** How old what `present` returns may be. */
  readonly freshMs = FRESH_MS
  readonly #options: VisitorPresenceOptions
  readonly #store: VisitorStore
  readonly #process = randomUUID().slice(0, 8)
  /** Sockets of this process, by account and visitor. */
  readonly #own = new Map<string, Map<string, { visiting: VisitKey; sockets: number }>>()
  readonly #known = new LRUCache<string, Promise<Set<string>>>({ max: 1_000, ttl: FRESH_MS })
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

  /** A visitor's socket is open, from when `counted` resolves until `leave` is called. Neither throws. */
  connect(visiting: VisitKey): { counted: Promise<unknown>; leave: () => Promise<void> } {
    const { accountId, visitorId } = visiting
    const own = this.#own.get(accountId) ?? new Map<string, { visiting: VisitKey; sockets: number }>()
    this.#own.set(accountId, own)
    const visit = own.get(visitorId) ?? { visiting, sockets: 0 }
    own.set(visitorId, visit)
    visit.sockets++
    const member = memberOf(visiting, this.#process)
    const counted = this.#guard(this.#store.add(accountId, [member], Date.now() + this.#timing.lifeMs))
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
        await this.#guard(this.#store.remove(accountId, member))
      },
    }
  }

  /**
   * A visitor without a socket has polled. Resolves with whether they have just come, and which operator is typing to
   * them; never throws.
   */
  async touch(visiting: VisitKey): Promise<{ isNew: boolean; typing: string | null }> {
    const { accountId, visitorId } = visiting
    const until = Date.now() + this.#timing.polledMs
    const touched = this.#store.touch(accountId, memberOf(visiting, 'polls'), until, visitorId)
    return (await this.#guard(touched)) ?? { isNew: false, typing: null }
  }

  /** The visitor no longer exists: nobody needs to be told when they expire. Never throws. */
  async forget(visiting: VisitKey): Promise<void> {
    await this.#guard(this.#store.remove(visiting.accountId, memberOf(visiting, 'polls')))
  }

  /** Stores for a moment that an operator is typing to the visitor, for visitors who poll. Never throws. */
  async setTyping(visitorId: string, userId: string, typing: boolean): Promise<void> {
    await this.#guard(this.#store.setTyping(visitorId, userId, typing ? Date.now() + TYPING_MS : null))
  }

  /** The visitors of the account who are there now; nobody while Redis does not answer. */
  async present(accountId: string): Promise<Set<string>> {
    const known = this.#known.get(accountId)
    if (known) return known
    const read = this.#store.members(accountId).then(
      (members) => new Set(members.map((member) => member.slice(0, member.indexOf('|')))),
      (error) => {
        this.#warn(error)
        return new Set<string>()
      },
    )
    this.#known.set(accountId, read)
    return read
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    const own = [...this.#ofThisProcess()]
    this.#own.clear()
    // Their browsers connect to another process at once.
    await Promise.all(this.#pending)
    for (const visiting of own)
      await this.#guard(this.#store.remove(visiting.accountId, memberOf(visiting, this.#process)))
  }

  *#ofThisProcess(): Generator<VisitKey> {
    for (const visits of this.#own.values()) for (const { visiting } of visits.values()) yield visiting
  }

  async #renew(): Promise<void> {
    const { lifeMs } = this.#timing
    const now = Date.now()
    for (const [accountId, visits] of this.#own) {
      const members = [...visits.values()].map(({ visiting }) => memberOf(visiting, this.#process))
      for (let at = 0; at < members.length; at += BATCH)
        await this.#store.add(accountId, members.slice(at, at + BATCH), now + lifeMs)
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
      for (const member of ended) {
        const [visitorId, , channelId] = member.split('|')
        if (visitorId && channelId) hub.emit(changed({ accountId, channelId, visitorId }))
      }
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

/** The channel is needed to announce that the visitor left; processes of an earlier version omit it. */
function memberOf({ visitorId, channelId }: VisitKey, where: string): string {
  return `${visitorId}|${where}|${channelId}`
}

function changed({ accountId, channelId, visitorId }: VisitKey): LiveEvent {
  return transient('VISIT_CHANGED', { accountId, channelId, subjectId: visitorId })
}
