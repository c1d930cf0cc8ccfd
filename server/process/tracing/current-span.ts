import { AsyncLocalStorage } from 'node:async_hooks'

/** What others must know of a span: log lines name it, receivers of requests get it, spans of its parts refer to it. */
export interface SpanReference {
  traceId: string
  spanId: string
  /** Whether it is recorded: a sampler may leave it out, and then its parts as well. */
  isSampled: boolean
}

const spans = new AsyncLocalStorage<SpanReference | undefined>()

/** The span within which this code runs; undefined outside of all, and always without an exporter. */
export function currentSpan(): SpanReference | undefined {
  return spans.getStore()
}

/** Runs work within a span, and all that it waits for; within none if there is none. */
export function withinSpan<T>(span: SpanReference | undefined, work: () => T): T {
  return spans.getStore() === span ? work() : spans.run(span, work)
}
