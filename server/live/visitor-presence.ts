import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { describeError } from '../describe-error.ts'
import type { Logger } from '../logger.ts'

/** Connected visitors are renewed this often; those of a process that died are gone after LIFE_MS. */
const RENEW_MS = 15_000
const LIFE_MS = 40_000
/** Who asks for what is new instead of being connected counts for so long. */
const POLLED_MS = 30_000
/** How old the picture of an account may be. */
export const FRESH_MS = 100
/** How many members one command names. */
const BATCH = 5_000

/** Which visitors of which accounts have a live connection, in all processes. */
interface Store {
  /** Members are there until then, unless they are renewed or removed. Resolves with how many of them are new. */
  add(accountId: string, members: string[], until: number): Promise<number>
  remove(accountId: string, member: string): Promise<void>
  members(accountId: string): Promise<string[]>
}

/** What a test shortens. */
interface Timing {
  renewMs?: number
  lifeMs?: number
}

/** Who is on the websites: a visitor with a socket to any process, or who has just asked for what is new. */
export class VisitorPresence {
  readonly #store: Store
  readonly #log: Logger
  readonly #process = randomUUID().slice(0, 8)
  /** Sockets of this process, by account and visitor. */
  readonly #own = new Map<string, Map<string, number>>()
  readonly #known = new LRUCache<string, Promise<Set<string>>>({ max: 1_000, ttl: FRESH_MS })
  readonly #pending = new Set<Promise<unknown>>()
  readonly #timer: NodeJS.Timeout

  readonly #lifeMs: number

  constructor(
    redis: Redis | null,
    prefix: string,
    log: Logger,
    { renewMs = RENEW_MS, lifeMs = LIFE_MS }: Timing = {},
  ) {
    this.#lifeMs = lifeMs
    this.#store = redis ? createRedisStore(redis, prefix) : createLocalStore()
    this.#log = log
    this.#timer = setInterval(() => void this.#renew(), renewMs)
  }

  /** A visitor's socket is open, from when `counted` resolves until `leave` is called. Neither throws. */
  connect(accountId: string, visitorId: string): { counted: Promise<unknown>; leave: () => Promise<void> } {
    const own = this.#own.get(accountId) ?? new Map<string, number>()
    this.#own.set(accountId, own)
    own.set(visitorId, (own.get(visitorId) ?? 0) + 1)
    const counted = this.#guard(
      this.#store.add(accountId, [this.#member(visitorId)], Date.now() + this.#lifeMs),
    )
    let isOpen = true
    return {
      counted,
      leave: async () => {
        if (!isOpen) return
        isOpen = false
        const left = (own.get(visitorId) ?? 1) - 1
        if (left > 0) {
          own.set(visitorId, left)
          return
        }
        own.delete(visitorId)
        if (own.size === 0 && this.#own.get(accountId) === own) this.#own.delete(accountId)
        await this.#guard(this.#store.remove(accountId, this.#member(visitorId)))
      },
    }
  }

  /** Somebody without a socket has asked for what is new. Resolves with whether they have just come; never throws. */
  async touch(accountId: string, visitorId: string): Promise<boolean> {
    const added = this.#store.add(accountId, [`${visitorId}|polls`], Date.now() + POLLED_MS)
    return (await this.#guard(added)) === 1
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
    clearInterval(this.#timer)
    const own = [...this.#own]
    this.#own.clear()
    // Their browsers connect to another process at once.
    await Promise.all(this.#pending)
    for (const [accountId, visitors] of own) {
      for (const visitorId of visitors.keys())
        await this.#guard(this.#store.remove(accountId, this.#member(visitorId)))
    }
  }

  #member(visitorId: string): string {
    return `${visitorId}|${this.#process}`
  }

  async #renew(): Promise<void> {
    const until = Date.now() + this.#lifeMs
    for (const [accountId, visitors] of this.#own) {
      const members = [...visitors.keys()].map((visitorId) => this.#member(visitorId))
      for (let at = 0; at < members.length; at += BATCH)
        await this.#guard(this.#store.add(accountId, members.slice(at, at + BATCH), until))
    }
  }

  /** What is under way when the process stops is waited for. */
  #guard<Result>(work: Promise<Result>): Promise<Result | undefined> {
    const guarded: Promise<Result | undefined> = work
      .catch((error) => this.#warn(error))
      .finally(() => this.#pending.delete(guarded))
    this.#pending.add(guarded)
    return guarded
  }

  #warn(error: unknown): undefined {
    this.#log.warn({ reason: describeError(error).reason }, 'who is on the website is not up to date')
  }
}

function createLocalStore(): Store {
  const open = new Map<string, Map<string, number>>()
  return {
    async add(accountId, members, until) {
      const known = open.get(accountId) ?? new Map<string, number>()
      open.set(accountId, known)
      const added = members.filter((member) => (known.get(member) ?? 0) <= Date.now())
      for (const member of members) known.set(member, until)
      return added.length
    },
    async remove(accountId, member) {
      open.get(accountId)?.delete(member)
    },
    async members(accountId) {
      const known = open.get(accountId) ?? new Map<string, number>()
      for (const [member, until] of known) if (until <= Date.now()) known.delete(member)
      return [...known.keys()]
    },
  }
}

/** A sorted set for each account, scored by the time at which a member ends. */
function createRedisStore(redis: Redis, prefix: string): Store {
  const key = (accountId: string) => `${prefix}visitors:${accountId}`
  return {
    async add(accountId, members, until) {
      // First, so that those who were there long ago are new.
      await redis.zremrangebyscore(key(accountId), '-inf', Date.now())
      return redis.zadd(key(accountId), ...members.flatMap((member) => [until, member]))
    },
    async remove(accountId, member) {
      await redis.zrem(key(accountId), member)
    },
    members: (accountId) => redis.zrangebyscore(key(accountId), Date.now(), '+inf'),
  }
}
