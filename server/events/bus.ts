import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

type Handler = (payload: string) => void

/**
 * Raise it with every change of a payload that an older process could not read. Versions that run side by side then do
 * not hear each other, and live views get the other's events from the log, at most a second later.
 */
const FORMAT = 'v1'
/** However many messages cannot be read, who must make up for them is told this seldom. */
const GAP_MS = 1_000
const PING_MS = 3_000

/** Every topic that processes tell each other about. */
export const topics = {
  /** The event log of one account, live. */
  account: (accountId: string) => `account:${accountId}`,
  /** What processes keep in memory about an account's channels is out of date; the payload is its id. */
  channels: 'channels',
  /** Who of an account is connected has changed; the payload is its id. */
  presence: 'presence',
  /** Sockets of these users must be opened anew, because what they may see has changed. */
  access: 'access',
} as const

/**
 * Publish and subscribe between the processes of one installation. Nothing is stored: who was away reads
 * the event log.
 */
export interface Bus {
  publish(topic: string, payload: string): Promise<void>
  /** Resolves when the subscription stands: what is published from then on arrives. */
  subscribe(topic: string, handler: Handler): Promise<() => void>
  /** Calls the handler whenever something may have been missed: the transport was away and stands again. */
  onGap(handler: () => void): () => void
  close(): Promise<void>
}

/** Fan-out inside the process; each transport below needs one subscription for each topic at most. */
class Topics {
  readonly #handlers = new Map<string, Set<Handler>>()

  /** Returns whether the topic is new here. */
  add(topic: string, handler: Handler): boolean {
    const handlers = this.#handlers.get(topic)
    if (handlers) handlers.add(handler)
    else this.#handlers.set(topic, new Set([handler]))
    return !handlers
  }

  /** Returns whether nobody listens to the topic any more. */
  remove(topic: string, handler: Handler): boolean {
    const handlers = this.#handlers.get(topic)
    if (!handlers?.delete(handler) || handlers.size > 0) return false
    return this.#handlers.delete(topic)
  }

  names(): string[] {
    return [...this.#handlers.keys()]
  }

  /** Throws when a handler cannot read the payload, after the others had it. */
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

/** For one process. */
export function createLocalBus(): Bus {
  const local = new Topics()
  return {
    async publish(topic, payload) {
      local.emit(topic, payload)
    },
    async subscribe(topic, handler) {
      local.add(topic, handler)
      return () => void local.remove(topic, handler)
    },
    onGap: () => () => {},
    async close() {},
  }
}

interface RedisBusOptions {
  /** Fails fast. */
  publisher: Redis
  /** A connection of its own, which reconnects for ever. */
  subscriber: Redis
  /** Of this installation's keys and topics. */
  prefix: string
  /** A message that could not be read. */
  onDropped(topic: string, error: unknown): void
}

/** For any number of processes. */
export function createRedisBus({ publisher, subscriber, prefix, onDropped }: RedisBusOptions): Bus {
  const local = new Topics()
  const self = `${randomUUID()} `
  const topicPrefix = `${prefix}${FORMAT}:`
  const gaps = new Set<() => void>()
  const tellGap = atMostEvery(GAP_MS, () => gaps.forEach((tell) => void tell()))
  const isAlive = setInterval(() => {
    // A Redis that hangs is noticed by an answer that does not come; then the client connects anew.
    if (subscriber.status === 'ready') subscriber.ping().catch(() => {})
  }, PING_MS)
  let wasAway = false
  subscriber.on('close', () => {
    wasAway = true
  })
  subscriber.on('ready', () => {
    if (!wasAway) return
    wasAway = false
    // The client subscribes again by itself; what this adds is to know when that is done.
    const channels = local.names().map((topic) => topicPrefix + topic)
    const restored = channels.length > 0 ? subscriber.subscribe(...channels) : Promise.resolve()
    // When it fails, the connection is lost again and the next one tells.
    restored.then(tellGap, () => {})
  })
  subscriber.on('message', (channel: string, message: string) => {
    if (message.startsWith(self)) return
    const topic = channel.slice(topicPrefix.length)
    try {
      local.emit(topic, message.slice(self.length))
    } catch (error) {
      // Whatever it said was missed.
      onDropped(topic, error)
      tellGap()
    }
  })
  return {
    async publish(topic, payload) {
      // Who listens in this process need not wait for the way through Redis.
      local.emit(topic, payload)
      await publisher.publish(topicPrefix + topic, self + payload)
    },
    async subscribe(topic, handler) {
      local.add(topic, handler)
      // Also for a topic that is known: its first SUBSCRIBE may still be on its way.
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

/** Calls at once, and once more for all calls that come within `ms`. */
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
