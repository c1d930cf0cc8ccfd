import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

type Handler = (payload: string) => void

/**
 * Increase it with every change of a payload that an older process could not read. Versions that run side by side
 * then ignore each other's messages, and live views get those events from the log, at most a second later.
 */
const FORMAT = 'v3'
/** Gap handlers are called at most once in this time, however many messages cannot be read. */
const GAP_MS = 1_000
const PING_MS = 3_000
/** A process that is alone asks four times a second whether it still is, instead of publishing every message. */
const UNHEARD = { max: 10_000, ttl: 250 }

/** All topics on which processes publish. */
export const topics = {
  /**
   * The event log of one account, live. Visitors have no topics of their own: a process routes events in memory
   * (`followers.ts`), which needs neither a second message per event nor a subscription per visitor.
   */
  account: (accountId: string) => `account:${accountId}`,
  /** The cached data about an account's channels is out of date; the payload is the account's id. */
  channels: 'channels',
  /** The set of connected people of an account has changed; the payload is the account's id. */
  presence: 'presence',
  /** Chats in the queue of a channel may have a new position; the payload is the channel's id. */
  queues: 'queues',
  /** Operators may have more or fewer chats, or another limit; the payload is the account's id. */
  busy: 'busy',
  /**
   * What these people may see has changed, or their session, token or channel has ended: their sockets are closed or
   * checked.
   */
  access: 'access',
} as const

/**
 * Publish and subscribe between the processes of one installation. Nothing is stored: a process that was
 * disconnected reads the event log.
 */
export interface Bus {
  publish(topic: string, payload: string): Promise<void>
  /**
   * The same for other processes only, if any may listen; otherwise the payload is not even built. `isLogged`: whoever
   * began to listen a moment ago may miss it, because they find it in the event log.
   */
  publishElsewhere(topic: string, payload: () => string, options: { isLogged: boolean }): Promise<void>
  /** Resolves when the subscription is active: everything published from then on arrives. */
  subscribe(topic: string, handler: Handler): Promise<() => void>
  /** Calls the handler whenever messages may have been missed because the transport was disconnected for a while. */
  onGap(handler: () => void): () => void
  close(): Promise<void>
}

/** Fan-out inside the process, so that the transports below need at most one subscription for each topic. */
class Topics {
  readonly #handlers = new Map<string, Set<Handler>>()

  has(topic: string): boolean {
    return this.#handlers.has(topic)
  }

  /** Returns whether the topic is new here. */
  add(topic: string, handler: Handler): boolean {
    const handlers = this.#handlers.get(topic)
    if (handlers) handlers.add(handler)
    else this.#handlers.set(topic, new Set([handler]))
    return !handlers
  }

  /** Returns whether the topic has no handlers left. */
  remove(topic: string, handler: Handler): boolean {
    const handlers = this.#handlers.get(topic)
    if (!handlers?.delete(handler) || handlers.size > 0) return false
    return this.#handlers.delete(topic)
  }

  names(): string[] {
    return [...this.#handlers.keys()]
  }

  /** Throws when a handler cannot read the payload, but only after all other handlers have received it. */
  emit(topic: string, payload: string): void {
    const errors: unknown[] = []
    for (const handler of this.#handlers.get(topic) ?? []) {
      try {
        handler(payload)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}

/** The bus of an installation that is a single process. */
export function createLocalBus(): Bus {
  const local = new Topics()
  return {
    async publish(topic, payload) {
      local.emit(topic, payload)
    },
    async publishElsewhere() {},
    async subscribe(topic, handler) {
      local.add(topic, handler)
      return () => void local.remove(topic, handler)
    },
    onGap: () => () => {},
    async close() {},
  }
}

export interface RedisBusOptions {
  /** A connection on which commands fail at once while Redis is away. */
  publisher: Redis
  /** A separate connection, which keeps reconnecting for ever. */
  subscriber: Redis
  /** The prefix of this installation's keys and topics. */
  prefix: string
  /** PUBLISH says how many listen. A node of a cluster knows only of its own listeners: false. */
  countsListeners?: boolean
  /** Called for a message that could not be read. */
  onDropped(topic: string, error: unknown): void
}

/** The bus of any number of processes. */
export function createRedisBus(options: RedisBusOptions): Bus {
  const { publisher, subscriber, prefix, countsListeners = true, onDropped } = options
  const local = new Topics()
  const self = `${randomUUID()} `
  const topicPrefix = `${prefix}${FORMAT}:`
  const gaps = new Set<() => void>()
  /** Topics on which no other process listened a moment ago. */
  const unheard = new LRUCache<string, true>(UNHEARD)
  const tellGap = atMostEvery(GAP_MS, () => gaps.forEach((tell) => void tell()))
  const isAlive = setInterval(() => {
    // An unresponsive Redis is noticed because it does not answer in time; the client then reconnects.
    if (subscriber.status === 'ready') subscriber.ping().catch(() => {})
  }, PING_MS)
  let wasAway = false
  subscriber.on('close', () => {
    wasAway = true
  })
  subscriber.on('ready', () => {
    if (!wasAway) return
    wasAway = false
    const channels = local.names().map((topic) => topicPrefix + topic)
    const restored = channels.length > 0 ? subscriber.subscribe(...channels) : Promise.resolve()
    // If this fails, the connection was lost again, and the next one will report it.
    restored.then(tellGap, () => {})
  })
  subscriber.on('message', (channel: string, message: string) => {
    if (message.startsWith(self)) return
    const topic = channel.slice(topicPrefix.length)
    try {
      local.emit(topic, message.slice(self.length))
    } catch (error) {
      // Its content has been missed.
      onDropped(topic, error)
      tellGap()
    }
  })
  return {
    async publish(topic, payload) {
      // Handlers in this process need not wait for the round trip through Redis.
      local.emit(topic, payload)
      await publisher.publish(topicPrefix + topic, self + payload)
    },
    async publishElsewhere(topic, payload, { isLogged }) {
      if (isLogged && unheard.has(topic)) return
      const listening = await publisher.publish(topicPrefix + topic, self + payload())
      if (countsListeners && listening === (local.has(topic) ? 1 : 0)) unheard.set(topic, true)
    },
    async subscribe(topic, handler) {
      local.add(topic, handler)
      // Wait even for a known topic: its first SUBSCRIBE may not be acknowledged yet.
      await subscriber.subscribe(topicPrefix + topic)
      return () => {
        if (local.remove(topic, handler)) void subscriber.unsubscribe(topicPrefix + topic).catch(() => {})
      }
    },
    onGap(handler) {
      gaps.add(handler)
      return () => void gaps.delete(handler)
    },
    async close() {
      clearInterval(isAlive)
      tellGap.stop()
      subscriber.disconnect()
    },
  }
}

/** Calls immediately, and once more for all calls that come within `ms`. */
function atMostEvery(ms: number, call: () => void): (() => void) & { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let again = false
  const run = () => {
    if (timer) {
      again = true
      return
    }
    again = false
    timer = setTimeout(() => {
      timer = undefined
      if (again) run()
    }, ms)
    call()
  }
  return Object.assign(run, { stop: () => clearTimeout(timer) })
}
