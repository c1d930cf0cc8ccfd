import { randomUUID } from 'node:crypto'
import { type Bus, topics } from '../events/bus.ts'
import type { EventHub } from '../events/hub.ts'
import { transient } from '../events/live-event.ts'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'
import type { Connection, Connections } from './connections.ts'

/** Live sockets are renewed this often; one that is not renewed (its process died) ends after LIFE_MS. */
const RENEW_MS = 8_000
const LIFE_MS = 20_000
/** How old the cached list of connected people may be. Changes in any process invalidate it immediately. */
const FRESH_MS = 2_000
/**
 * A closed connection still counts for this long: a reload, changed channels or a restarted process are not an
 * absence.
 */
const GRACE_MS = 8_000

/** The person that the connection belongs to. */
export type Person = Pick<Connection, 'accountId' | 'userId' | 'sessionId'>

interface PresenceOptions {
  connections: Connections
  bus: Bus
  hub: EventHub
  log: Logger
  graceMs?: number | undefined
}

/**
 * Who is connected. A closed laptop is noticed when its socket stops answering (at most 20 s, and the grace) or when
 * its process stops renewing it (at most LIFE_MS + RENEW_MS): always within 30 s.
 */
export class Presence {
  readonly #options: PresenceOptions
  readonly #graceMs: number
  readonly #own = new Map<string, Connection>()
  /** Connections that closed, until their grace is over. */
  readonly #leaving = new Map<string, NodeJS.Timeout>()
  readonly #pending = new Set<Promise<void>>()
  readonly #known = new Map<string, { users: Set<string>; at: number }>()
  /** Accounts that are being read; `again`: something changed, or somebody asked, in the meantime. */
  readonly #looking = new Map<string, { again: boolean; done: Promise<void> }>()
  #timer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | undefined

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#graceMs = options.graceMs ?? GRACE_MS
  }

  async start(): Promise<void> {
    this.#unsubscribe = await this.#options.bus.subscribe(topics.presence, (accountId) =>
      this.#changed(accountId),
    )
    this.#timer = setInterval(() => this.#tick(), RENEW_MS)
  }

  /**
   * Registers a live connection, which counts once `counted` resolves. When it closes, call `leave`: it counts until
   * its grace is over; `at: 'once'` is for a session that ended. Neither throws: while Redis is away, connections
   * count from its return on, and those that closed end with their time.
   */
  connect(person: Person): { counted: Promise<void>; leave: (at?: 'once') => Promise<void> } {
    const { connections } = this.#options
    const connection = { id: randomUUID(), ...person }
    this.#own.set(connection.id, connection)
    return {
      counted: this.#tell(connections.renew([connection], LIFE_MS), person.accountId),
      leave: (at) => this.#leave(connection, at === 'once' ? 0 : this.#graceMs),
    }
  }

  /** These sessions have ended: their connections no longer count, even during their grace. It never throws. */
  endSessions(accountId: string, sessionIds: string[]): Promise<void> {
    for (const { id, sessionId } of this.#own.values()) {
      if (sessionIds.includes(sessionId)) this.#own.delete(id)
    }
    return this.#tell(this.#options.connections.removeSessions(accountId, sessionIds), accountId)
  }

  /** How many people have a connection to this process. */
  get ownCount(): number {
    return new Set([...this.#own.values()].map(({ userId }) => userId)).size
  }

  /** Users of the account with a live connection, at most FRESH_MS old. */
  async connectedUsers(accountId: string): Promise<Set<string>> {
    const known = this.#known.get(accountId)
    if (known && Date.now() - known.at < FRESH_MS) return known.users
    try {
      await this.#look(accountId)
    } catch (error) {
      // Redis is unavailable: the last known list is better than no answer, and an empty list is safe.
      this.#options.log.warn({ reason: describeError(error).reason }, 'presence is unknown')
    }
    return this.#known.get(accountId)?.users ?? new Set()
  }

  /** The same as the store knows it at this moment. Throws when it is away. */
  readConnectedUsers(accountId: string): Promise<Set<string>> {
    return this.#options.connections.connectedUsers(accountId)
  }

  /** Tells every process that somebody of the account came, left or became (un)available. It never throws. */
  announceChange(accountId: string): Promise<void> {
    return this.#guard(this.#options.bus.publish(topics.presence, accountId))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#unsubscribe?.()
    for (const timer of this.#leaving.values()) clearTimeout(timer)
    // The users connect to another process; until then, the store keeps their connections for the grace.
    const rest = [...this.#own.values()]
    this.#own.clear()
    await Promise.all([...this.#pending, this.#options.connections.shorten(rest, this.#graceMs)])
  }

  /** Closing twice changes nothing; the end of the session takes precedence over the grace. */
  #leave(connection: Connection, graceMs: number): Promise<void> {
    const { connections } = this.#options
    const { id } = connection
    const wasOwn = this.#own.delete(id)
    if (graceMs === 0) return this.#remove(connection)
    if (!wasOwn) return Promise.resolve()
    this.#leaving.set(id, setTimeout(() => void this.#remove(connection), graceMs).unref())
    return this.#track(this.#guard(connections.shorten([connection], graceMs)))
  }

  #remove(connection: Connection): Promise<void> {
    clearTimeout(this.#leaving.get(connection.id))
    this.#leaving.delete(connection.id)
    return this.#tell(this.#options.connections.remove(connection), connection.accountId)
  }

  #tell(change: Promise<void>, accountId: string): Promise<void> {
    return this.#track(this.#guard(change).then(() => this.announceChange(accountId)))
  }

  /** Remembers unfinished work, so that `stop` waits for it. */
  #track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#pending.delete(tracked))
    this.#pending.add(tracked)
    return tracked
  }

  #tick(): void {
    void this.#guard(this.#options.connections.renew([...this.#own.values()], LIFE_MS))
    for (const accountId of this.#options.hub.accountIds()) void this.#guard(this.#look(accountId))
  }

  #changed(accountId: string): void {
    const known = this.#known.get(accountId)
    if (known) known.at = 0
    // Only if somebody here needs this account: the message may contain any text.
    if (this.#looking.has(accountId) || this.#options.hub.isFollowed(accountId)) {
      void this.#guard(this.#look(accountId))
    }
  }

  /** Reads who is connected now. When many ask at once, as after a restart, one more read serves them all. */
  #look(accountId: string): Promise<void> {
    const running = this.#looking.get(accountId)
    if (running) {
      running.again = true
      return running.done
    }
    const look = { again: true, done: Promise.resolve() }
    this.#looking.set(accountId, look)
    look.done = this.#read(accountId, look)
    return look.done
  }

  /** Every read tells this process's screens who came and who left since the last one, whoever asked for it. */
  async #read(accountId: string, look: { again: boolean }): Promise<void> {
    try {
      while (look.again) {
        look.again = false
        const users = await this.#options.connections.connectedUsers(accountId)
        const before = this.#known.get(accountId)?.users ?? new Set<string>()
        this.#known.set(accountId, { users, at: Date.now() })
        const moved = [...users]
          .filter((id) => !before.has(id))
          .concat([...before].filter((id) => !users.has(id)))
        for (const userId of moved) {
          this.#options.hub.emit(transient('PRESENCE_CHANGED', { accountId, subjectId: userId }))
        }
      }
    } finally {
      // In the same turn as the last check of `again`, so that nobody joins a read that has ended.
      this.#looking.delete(accountId)
    }
  }

  #guard(work: Promise<void>): Promise<void> {
    return work.catch((error) =>
      this.#options.log.warn({ reason: describeError(error).reason }, 'presence is not up to date'),
    )
  }
}
