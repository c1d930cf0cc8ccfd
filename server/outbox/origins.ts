import { LRUCache } from 'lru-cache'
import { currentSpan, type SpanReference } from '../process/tracing/current-span.ts'

/** Long enough for a first attempt, and short enough that what other processes send is forgotten. */
const KEPT = { max: 10_000, ttl: 60_000 }

/**
 * The requests that have made items, so that the trace of an attempt links to that of its request if the same process
 * makes both. No row has room for it: a message would cost more for it in every installation.
 */
export class Origins {
  readonly #spans = new LRUCache<string, SpanReference>(KEPT)

  /** The request that runs has stored something for the lane, about this message if there is one. */
  note(lane: string, messageId: string | null): void {
    const span = currentSpan()
    if (span) this.#spans.set(keyOf(lane, messageId), span)
  }

  find({ lane, messageId }: { lane: string; messageId: string | null }): SpanReference[] {
    const span = this.#spans.get(keyOf(lane, messageId))
    return span ? [span] : []
  }
}

function keyOf(lane: string, messageId: string | null): string {
  return `${lane} ${messageId ?? ''}`
}
