import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { OutboxItem } from '../generated/prisma/client.ts'
import { currentSpan, type SpanReference } from '../process/tracing/current-span.ts'

/** Long enough for a first attempt, and short enough that the store stays small. */
const KEPT_MS = 60_000
const MOST = 10_000

type Noted = Pick<OutboxItem, 'lane' | 'messageId'>

interface OriginsOptions {
  /** Where workers of other processes find them. */
  redis: Redis | null
  prefix: string
}

/**
 * The requests that have made items, so that the trace of an attempt links to that of its request. Without traces nothing
 * is kept. No row has room for it: a message would cost more for it in every installation.
 */
export class Origins {
  readonly #options: OriginsOptions
  readonly #spans = new LRUCache<string, SpanReference>({ max: MOST, ttl: KEPT_MS })

  constructor(options: OriginsOptions) {
    this.#options = options
  }

  /** The request that runs has stored something for the lane, about this message if there is one. */
  note(lane: string, messageId: string | null): void {
    const span = currentSpan()
    if (span) this.#keep(keyOf(lane, messageId), span)
  }

  /** The item goes on in another lane. To be called only while there are traces. Never throws. */
  async move(item: Noted, lane: string): Promise<void> {
    for (const span of await this.find(item)) this.#keep(keyOf(lane, item.messageId), span)
  }

  /** To be asked only while there are traces: it may ask Redis. Never throws. */
  async find({ lane, messageId }: Noted): Promise<SpanReference[]> {
    const { redis, prefix } = this.#options
    const key = keyOf(lane, messageId)
    const own = this.#spans.get(key)
    if (own || !redis) return own ? [own] : []
    const [traceId, spanId] = (await redis.get(prefix + key).catch(() => null))?.split(' ') ?? []
    return traceId && spanId ? [{ traceId, spanId, isSampled: true }] : []
  }

  #keep(key: string, span: SpanReference): void {
    const { redis, prefix } = this.#options
    this.#spans.set(key, span)
    // Nothing depends on it. What no sampler takes has nothing to link to.
    if (redis && span.isSampled)
      redis.set(prefix + key, `${span.traceId} ${span.spanId}`, 'PX', KEPT_MS).catch(() => {})
  }
}

function keyOf(lane: string, messageId: string | null): string {
  return `origin:${lane} ${messageId ?? ''}`
}
