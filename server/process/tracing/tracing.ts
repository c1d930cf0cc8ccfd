import type { SpanReference } from './current-span.ts'

/** What a span tells: names of the semantic conventions of OpenTelemetry, and values without secrets. */
type Attributes = Record<string, string | number | boolean | undefined>

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  attributes?: Attributes
  /** The W3C trace context that came with a request, or null to begin a trace; by default, the span that runs. */
  parent?: { traceparent?: string | undefined; tracestate?: string | undefined } | null
  /** What has caused it in another trace. */
  links?: readonly SpanReference[]
}

/** A piece of work that is being timed. */
export interface Span extends SpanReference {
  set(attributes: Attributes): void
  /** Says in a word or code that it failed. */
  fail(failure: string): void
  /** Ends it, as failed if there is a failure. */
  end(failure?: string): void
}

/** Traces, with OpenTelemetry if an exporter is configured; otherwise none of it is loaded, and work just runs. */
export interface Tracing {
  readonly isOn: boolean
  /** Begins a span that its caller ends; undefined when there are none. */
  start(name: string, options?: SpanOptions): Span | undefined
  /** Runs work in a span, which ends with it. */
  run<T>(name: string, options: SpanOptions, work: (span: Span | undefined) => T): T
  /** The W3C trace context for those who are called by the code that runs. */
  headers(): Record<string, string>
  /** Sends what is left. */
  close(): Promise<void>
}

export const NO_TRACING: Tracing = {
  isOn: false,
  start: () => undefined,
  run: (_name, _options, work) => work(undefined),
  headers: () => ({}),
  close: async () => {},
}
