import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

type Handler = (payload: string) => void

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

  emit(topic: string, payload: string): void {
    for (const handler of this.#handlers.get(topic) ?? []) handler(payload)
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

/** For any number of processes. `publisher` fails fast; `subscriber` is a connection of its own that reconnects for ever. */
export function createRedisBus(publisher: Redis, subscriber: Redis, prefix: string): Bus {
  const local = new Topics()
  const self = `${randomUUID()} `
  const gaps = new Set<() => void>()
  let wasAway = false
  subscriber.on('close', () => {
    wasAway = true
  })
  subscriber.on('ready', () => {
    if (!wasAway) return
    wasAway = false
    // The client subscribes again by itself; what this adds is to know when that is done.
    const channels = local.names().map((topic) => prefix + topic)
    const restored = channels.length > 0 ? subscriber.subscribe(...channels) : Promise.resolve()
    // When it fails, the connection is lost again and the next one tells.
    restored.then(
      () => gaps.forEach((tell) => void tell()),
      () => {},
    )
  })
  subscriber.on('message', (channel: string, message: string) => {
    if (!message.startsWith(self)) local.emit(channel.slice(prefix.length), message.slice(self.length))
  })
  return {
    async publish(topic, payload) {
      // Who listens in this process need not wait for the way through Redis.
      local.emit(topic, payload)
      await publisher.publish(prefix + topic, self + payload)
    },
    async subscribe(topic, handler) {
      local.add(topic, handler)
      // Also for a topic that is known: its first SUBSCRIBE may still be on its way.
      await subscriber.subscribe(prefix + topic)
      return () => {
        if (local.remove(topic, handler)) void subscriber.unsubscribe(prefix + topic).catch(() => {})
      }
    },
    onGap(handler) {
      gaps.add(handler)
      return () => void gaps.delete(handler)
    },
    async close() {
      subscriber.disconnect()
    },
  }
}
