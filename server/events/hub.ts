import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Db, Pool } from '../database/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'
import type { Metrics } from '../process/metrics.ts'
import { type Bus, topics } from './bus.ts'
import { readEventRows } from './event-rows.ts'
import { type Audience, Followers, type Listener } from './followers.ts'
import type { LoggedEvent } from './kinds.ts'
import { isKnownKind } from './later-kinds.ts'
import { decodeLiveEvent, fromLog, type LiveEvent, openEnvelope, transient } from './live-event.ts'
import { BEGINNING, formatCursor, type Position } from './position.ts'
import { readIdsBehind, readVisitorsOf } from './read-log.ts'
import { translateKinds } from './translate-kinds.ts'

/** How often the log is compared with the events that were sent: after events, and while there are none. */
const CHECK_BUSY_MS = 250
const CHECK_IDLE_MS = 1_000
/** How long the first follower of an account waits for Redis; events before it answers are found in the log. */
const SUBSCRIBE_MS = 500
/** More events than a process sends between two checks. Beyond it, some may be sent twice, which screens detect. */
const TOLD_LIMIT = 50_000
/** After missing more than this, for example because the process was suspended, screens read everything again. */
const MISSED_LIMIT = 2_000
/** How many events replays share with what was sent live. */
const RECENT = { max: 3_000, ttl: 30_000 }

interface Account {
  followers: Followers
  /** The hub's position is valid for this account too. */
  isChecked: boolean
  ready: Promise<void>
  subscription: Promise<() => void>
}

interface HubOptions {
  bus: Bus
  db: Db
  pool: Pool
  log: Logger
  metrics: Metrics
}

/**
 * The live events of this process. The bus delivers them immediately, and the log guarantees them: at least once a
 * second the hub reads the new events of the log and sends those that the bus has lost, because Redis was
 * unavailable, because another version wrote something that this one cannot read, or because a process died before it
 * announced them. Everything before the hub's position has therefore been sent here, and that position is the cursor
 * that screens get.
 */
export class EventHub {
  readonly #options: HubOptions
  readonly #accounts = new Map<string, Account>()
  readonly #recent = new LRUCache<bigint, LiveEvent>(RECENT)
  /** Events after the position that have already been sent. */
  readonly #told = new Set<bigint>()
  #position: Position = BEGINNING
  /** The highest id in the log when the position was read. */
  #lastId: bigint | null = null
  #cursor = formatCursor(BEGINNING)
  #hasNews = false
  #check: Promise<void> = Promise.resolve()
  /** A check that has not started yet, shared by all callers that ask for one. */
  #nextCheck: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lastCheck = 0
  /** When the last comparison that succeeded began. */
  #comparedAt = performance.now()

  constructor(options: HubOptions) {
    this.#options = options
  }

  /** Reads the end of the log and starts checking. Throws when the database does not answer. */
  async start(): Promise<void> {
    await this.check()
    this.#timer = setInterval(() => this.#tick(), CHECK_BUSY_MS)
    // Whatever was missed is in the log.
    this.#options.bus.onGap(() => this.#tick(true))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await (this.#nextCheck ?? this.#check).catch(() => {})
  }

  /** Everything before it has been sent to all followers. */
  get cursor(): string {
    return this.#cursor
  }

  get position(): Position {
    return this.#position
  }

  /** How many accounts are followed here. */
  get accountCount(): number {
    return this.#accounts.size
  }

  /** Milliseconds since what was sent was last compared with the log; 0 when there is nobody to send it to. */
  get lagMs(): number {
    return this.#accounts.size === 0 ? 0 : performance.now() - this.#comparedAt
  }

  /** Resolves when no event committed from then on can be missed. Throws when the database does not answer. */
  async follow(audience: Audience, listener: Listener): Promise<() => void> {
    const { accountId } = audience
    const account = this.#accounts.get(accountId) ?? this.#open(accountId)
    account.followers.add(audience, listener)
    const unfollow = () => {
      account.followers.remove(audience, listener)
      if (!account.followers.isEmpty || this.#accounts.get(accountId) !== account) return
      this.#accounts.delete(accountId)
      account.subscription.then(
        (unsubscribe) => unsubscribe(),
        () => {},
      )
    }
    try {
      await account.ready
    } catch (error) {
      unfollow()
      throw error
    }
    return unfollow
  }

  /** Whether anybody in this process follows the whole account, as operators do. */
  isFollowed(accountId: string): boolean {
    return this.#accounts.get(accountId)?.followers.hasAccount ?? false
  }

  /** The accounts that are followed as a whole in this process. */
  accountIds(): string[] {
    return [...this.#accounts.keys()].filter((id) => this.isFollowed(id))
  }

  /** Sends an event to the followers in this process only. */
  emit(event: LiveEvent): void {
    this.#accounts.get(event.accountId)?.followers.tell(event, this.#cursor)
  }

  /** Has the followers in this process prepare an event that is not committed yet. */
  prepare(event: LiveEvent): void {
    this.#accounts.get(event.accountId)?.followers.prepare(event)
  }

  /** Sends a live event to the followers in this process, unless it was sent already. */
  tell(event: LiveEvent): void {
    if (event.id === null) this.emit(event)
    else this.#tell(event.id, event, 'itself')
  }

  /** The event that was sent here for a row of the log, so that work on it is done once. */
  remember(row: LoggedEvent): LiveEvent {
    const known = this.#recent.get(row.id)
    if (known) return known
    const event = fromLog(row)
    this.#recent.set(row.id, event)
    return event
  }

  /** Sends the events of the log that were not sent yet. Resolves after a check that started after the call. */
  check(): Promise<void> {
    this.#nextCheck ??= this.#check
      .catch(() => {})
      .then(() => {
        this.#nextCheck = undefined
        this.#check = this.#compare()
        return this.#check
      })
    return this.#nextCheck
  }

  #open(accountId: string): Account {
    // Nothing was compared while nobody followed anything.
    if (this.#accounts.size === 0) this.#comparedAt = performance.now()
    const followers = new Followers()
    const subscription = this.#options.bus.subscribe(topics.account(accountId), (payload) =>
      this.#receive(accountId, followers, payload),
    )
    subscription.catch(() => {})
    const account: Account = {
      followers,
      isChecked: false,
      subscription,
      ready: Promise.race([subscription, pause(SUBSCRIBE_MS, undefined, { ref: false })]).then(() =>
        this.check(),
      ),
    }
    this.#accounts.set(accountId, account)
    return account
  }

  /** Throws for anything but an event of the account: the bus drops it. */
  #receive(accountId: string, followers: Followers, payload: string): void {
    const { id, visitorId, content } = openEnvelope(payload)
    if (!followers.hears(visitorId)) {
      // Later followers start from a position after it, so all its followers have received it.
      if (id !== null) this.#isNew(id)
      return
    }
    const event = decodeLiveEvent(content)
    if (event.accountId !== accountId) throw new Error('The event is of another account.')
    // In the log it is translated.
    if (id !== null && !isKnownKind(event.kind)) throw new Error('The event is of a later version.')
    if (event.id !== id || event.visitorId !== visitorId) throw new Error('The envelope is of another event.')
    if (id === null) this.emit(event)
    else this.#tell(id, event, 'bus')
  }

  #tell(id: bigint, event: LiveEvent, from: 'itself' | 'bus' | 'log'): void {
    const account = this.#accounts.get(event.accountId)
    if (!account || !this.#isNew(id) || !account.followers.hears(event.visitorId)) return
    if (!this.#recent.has(id)) this.#recent.set(id, event)
    this.#options.metrics.toldEvents.inc({ from })
    this.emit(event)
  }

  /** Whether the event was not sent before; marks it as sent. */
  #isNew(id: bigint): boolean {
    if (this.#told.has(id)) return false
    if (this.#told.size >= TOLD_LIMIT) this.#told.clear()
    this.#told.add(id)
    this.#hasNews = true
    return true
  }

  #tick(isUrgent = false): void {
    const isDue = this.#hasNews || isUrgent || Date.now() - this.#lastCheck >= CHECK_IDLE_MS
    if (!isDue || this.#accounts.size === 0) return
    this.check().catch((error) =>
      this.#options.log.warn(describeError(error), 'live events cannot be compared with the log'),
    )
  }

  async #compare(): Promise<void> {
    const { pool, metrics } = this.#options
    const startedAt = performance.now()
    this.#lastCheck = Date.now()
    this.#hasNews = false
    const accounts = [...this.#accounts]
    const accountIds = accounts.flatMap(([id, { isChecked }]) => (isChecked ? id : []))
    const { ids, position, lastId } = await readIdsBehind(pool, accountIds, {
      position: this.#position,
      // While nobody followed anything, nothing was read.
      lastId: accountIds.length > 0 ? this.#lastId : null,
    })
    const missed = ids.filter((id) => !this.#told.has(id))
    const isTooMuch = missed.length > MISSED_LIMIT
    if (missed.length > 0 && !isTooMuch) await this.#tellMissed(missed)
    const resync = isTooMuch ? await this.#resyncMissed(accountIds, missed) : () => {}
    metrics.recoveredEvents.inc(missed.length)
    for (const id of ids) this.#told.delete(id)
    for (const [, account] of accounts) account.isChecked = true
    this.#comparedAt = startedAt
    this.#position = position
    this.#lastId = lastId
    this.#cursor = formatCursor(position)
    resync()
  }

  async #tellMissed(ids: bigint[]): Promise<void> {
    const { db, pool } = this.#options
    const rows = await readEventRows(pool, Prisma.sql`"Event" WHERE id = ANY(${ids}::bigint[]) ORDER BY id`)
    const events = await translateKinds(db, rows)
    for (const row of events) this.#tell(row.id, this.remember(row), 'log')
  }

  /** Of the visitors, only those whose events are among the missed ones read everything again. */
  async #resyncMissed(accountIds: string[], missed: bigint[]): Promise<() => void> {
    const withVisitors = accountIds.filter((id) => this.#accounts.get(id)?.followers.hasVisitors)
    const visitors = await readVisitorsOf(this.#options.pool, withVisitors, missed)
    return () => {
      for (const accountId of accountIds) this.emit(transient('RESYNC', { accountId }))
      for (const { accountId, visitorId } of visitors) {
        const event = transient('RESYNC', { accountId, visitorId })
        this.#accounts.get(accountId)?.followers.tellVisitor(visitorId, event, this.#cursor)
      }
    }
  }
}
