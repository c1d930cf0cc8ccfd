import { setTimeout } from 'node:timers/promises'
import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import manifest from '../../../package.json' with { type: 'json' }
import { AppError } from '../../errors.ts'
import { describeError } from '../describe-error.ts'
import type { Logger } from '../logger.ts'
import { currentSpan, type SpanReference, withinSpan } from './current-span.ts'
import type { Span, SpanOptions, Tracing } from './tracing.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** How long the end of a process waits until a collector has taken the last spans. */
const CLOSE_MS = 2_000

interface Options {
  /** Where spans are posted as OTLP (JSON). */
  url: string
  /** Headers of these requests, as in OTEL_EXPORTER_OTLP_HEADERS, which may have been in a file. */
  headers: string | undefined
  role: string
  log: Logger
}

/**
 * Traces that are sent over OTLP/HTTP. The library reads the rest of its standard variables itself: the name of the
 * service, time limits, the sampler, the size of batches.
 */
export function openTelemetry({ url, headers, role, log }: Options): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'switchboard',
          'service.version': manifest.version,
          'switchboard.role': role,
        }),
      )
      // What the environment says comes first.
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(new TellingExporter({ url, headers: parseKeyPairsIntoRecord(headers) }, log)),
    ],
  })
  const tracer = provider.getTracer('switchboard', manifest.version)
  const propagator = new W3CTraceContextPropagator()

  const contextOf = (parent: SpanOptions['parent']): Context => {
    if (parent === null) return ROOT_CONTEXT
    const current = currentSpan()
    if (parent === undefined)
      return current ? trace.setSpanContext(ROOT_CONTEXT, toContext(current)) : ROOT_CONTEXT
    return propagator.extract(ROOT_CONTEXT, parent, {
      get: (carrier, key) => carrier[key as keyof typeof carrier],
      keys: Object.keys,
    })
  }

  const start = (
    name: string,
    { kind = 'internal', attributes, parent, links = [] }: SpanOptions = {},
  ): Span => {
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        links: links.map((link) => ({ context: toContext(link) })),
        ...(attributes && { attributes }),
      },
      contextOf(parent),
    )
    const { traceId, spanId, traceFlags } = span.spanContext()
    const fail = (failure: string) =>
      void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure)
    return {
      traceId,
      spanId,
      isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0,
      set: (more) => void span.setAttributes(more),
      fail,
      end(failure) {
        if (failure !== undefined) fail(failure)
        span.end()
      },
    }
  }

  return {
    isOn: true,
    start,
    run(name, options, work) {
      const span = start(name, options)
      const fail = (error: unknown): never => {
        span.end(isRefusal(error) ? undefined : describeError(error).reason)
        throw error
      }
      try {
        const result = withinSpan(span, () => work(span))
        if (!(result instanceof Promise)) {
          span.end()
          return result
        }
        return result.then((value) => {
          span.end()
          return value
        }, fail) as typeof result
      } catch (error) {
        return fail(error)
      }
    },
    headers() {
      const headers: Record<string, string> = {}
      const current = currentSpan()
      if (current)
        propagator.inject(trace.setSpanContext(ROOT_CONTEXT, toContext(current)), headers, {
          set: (carrier, key, value) => {
            carrier[key] = value
          },
        })
      return headers
    },
    async close() {
      await Promise.race([provider.shutdown(), setTimeout(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

/** Logs once that spans are being lost, and once that they arrive again. */
class TellingExporter extends OTLPTraceExporter {
  readonly #log: Logger
  #isLosing = false

  constructor(config: ConstructorParameters<typeof OTLPTraceExporter>[0], log: Logger) {
    super(config)
    this.#log = log
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      this.#tell(result.code !== ExportResultCode.SUCCESS, result.error?.message)
      done(result)
    })
  }

  #tell(isLosing: boolean, reason: string | undefined): void {
    if (isLosing === this.#isLosing) return
    this.#isLosing = isLosing
    // A batch is sent when the time of some span is up, which is not what the line is about.
    withinSpan(undefined, () => {
      if (isLosing) this.#log.warn({ reason }, 'Traces are being lost: the collector does not take them.')
      else this.#log.info('The collector takes traces again.')
    })
  }
}

/** What a caller did wrong is no failure of ours. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500
}

function toContext({ traceId, spanId, isSampled }: SpanReference): SpanContext {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE }
}
