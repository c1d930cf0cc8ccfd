import type { Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import { queuePlace } from '../domain/chats/queue-place.ts'
import { areAllFull } from '../domain/routing/are-all-full.ts'
import { type Bus, topics } from '../events/bus.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'
import type { Presence } from './presence.ts'

/** Changes are announced immediately; this is for announcements that did not arrive. */
const EVERY_MS = 10_000
/** Simultaneous changes are read once, and so are simultaneous new widgets. */
const SOON_MS = 250
/** Visitors further back are told when they have advanced this far. */
const MOST = 5_000

/** A waiting chat. */
interface Place {
  chatId: string
  /** The next chat to be accepted has 1. */
  position: number
  /** Whether everybody who is available has as many chats as they may. */
  isBusy: boolean
}

type Listener = (place: Place) => void

interface Follower {
  listener: Listener
  /** The last place that it was told, and the state of the chat then. */
  told: string
}

interface FollowedQueue {
  accountId: string
  /** By the id of the visitor, so that a change costs as much as those who wait, however many visitors are connected. */
  followers: Map<string, readonly Follower[]>
  /** Whether somebody waited when it was last looked at. */
  isWaitedIn: boolean
}

interface QueuePositionsOptions {
  presence: Presence
  pool: Pool
  bus: Bus
  log: Logger
  everyMs?: number | undefined
}

type WaitingChat = Omit<Place, 'isBusy'> & { visitorId: string; revision: number }

/**
 * The queue positions of the visitors whose widgets are connected to this process. However many of them wait, a
 * change is two statements per channel in which somebody waits, and only those for whom something has changed are told.
 */
export class QueuePositions {
  readonly #options: QueuePositionsOptions
  /** By the id of the channel. */
  readonly #followed = new Map<string, FollowedQueue>()
  readonly #soon = new Map<string, NodeJS.Timeout>()
  #timer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void)[] = []

  constructor(options: QueuePositionsOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { bus } = this.#options
    const lookIn = (accountId: string) => this.#lookWhereSomebodyWaits(accountId)
    this.#unsubscribe = await Promise.all([
      bus.subscribe(topics.queues, (channelId) => this.#lookSoon(channelId)),
      // Who is there, and how many chats they have, decides whether all of them are busy, in every channel.
      bus.subscribe(topics.presence, lookIn),
      bus.subscribe(topics.busy, lookIn),
    ])
    this.#timer = setInterval(() => {
      for (const channelId of this.#followed.keys()) this.#lookSoon(channelId)
    }, this.#options.everyMs ?? EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const timer of this.#soon.values()) clearTimeout(timer)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** Sends the position of the visitor's chat soon and whenever it changes, as long as it waits. */
  follow(
    { accountId, channelId, visitorId }: { accountId: string; channelId: string; visitorId: string },
    listener: Listener,
  ): () => void {
    const followed: FollowedQueue = this.#followed.get(channelId) ?? {
      accountId,
      followers: new Map(),
      isWaitedIn: false,
    }
    this.#followed.set(channelId, followed)
    const { followers } = followed
    const follower = { listener, told: '' }
    followers.set(visitorId, [...(followers.get(visitorId) ?? []), follower])
    this.#lookSoon(channelId)
    return () => {
      const left = followers.get(visitorId)?.filter((other) => other !== follower) ?? []
      if (left.length > 0) followers.set(visitorId, left)
      else followers.delete(visitorId)
      if (followers.size === 0 && this.#followed.get(channelId) === followed) this.#followed.delete(channelId)
    }
  }

  #lookWhereSomebodyWaits(accountId: string): void {
    for (const [channelId, followed] of this.#followed)
      if (followed.accountId === accountId && followed.isWaitedIn) this.#lookSoon(channelId)
  }

  #lookSoon(channelId: string): void {
    if (!this.#followed.has(channelId) || this.#soon.has(channelId)) return
    const look = () => {
      this.#soon.delete(channelId)
      this.#look(channelId).catch((error) =>
        this.#options.log.warn({ reason: describeError(error).reason }, 'the places in a queue are unknown'),
      )
    }
    this.#soon.set(channelId, setTimeout(look, SOON_MS))
  }

  async #look(channelId: string): Promise<void> {
    const followed = this.#followed.get(channelId)
    if (!followed) return
    // As `findQueuePosition` counts.
    const waiting = await queryDirect<WaitingChat>(
      this.#options.pool,
      Prisma.sql`
      SELECT id AS "chatId", "visitorId", revision,
        (row_number() OVER (PARTITION BY "departmentId" ORDER BY ${queuePlace('"Chat"', Prisma.sql`"queuedAt"`)}, id))::int AS position
      FROM "Chat"
      WHERE "accountId" = ${followed.accountId}::uuid AND "channelId" = ${channelId}::uuid
        AND status = 'QUEUED' AND "queuedAt" IS NOT NULL
      ORDER BY position
      LIMIT ${MOST}`,
    )
    followed.isWaitedIn = waiting.length > 0
    const isBusy = waiting.length > 0 && (await this.#isBusy(channelId, followed.accountId))
    for (const { visitorId, chatId, revision, position } of waiting) {
      const told = `${chatId} ${revision} ${position} ${isBusy}`
      for (const follower of followed.followers.get(visitorId) ?? []) {
        if (follower.told === told) continue
        follower.told = told
        follower.listener({ chatId, position, isBusy })
      }
    }
  }

  async #isBusy(channelId: string, accountId: string): Promise<boolean> {
    const { pool, presence } = this.#options
    return areAllFull(pool, { channelId, connected: await presence.connectedUsers(accountId) })
  }
}
