import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withinSpan } from '../process/tracing/current-span.ts'
import type { Span } from '../process/tracing/tracing.ts'
import type { Services } from '../services.ts'

/** Traces each request, within that of its caller if it names one (`traceparent`); its address, which can be a secret, is left out. */
export function traceRequests(app: FastifyInstance, { tracing }: Services): void {
  if (!tracing.isOn) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, id, routeOptions } = request
    if (routeOptions.config.urgency === 'probe') return done()
    const route = routeOptions.url ?? 'unknown'
    const span = tracing.start(`${method} ${route}`, {
      kind: 'server',
      parent: { traceparent: textOf(headers.traceparent), tracestate: textOf(headers.tracestate) },
      attributes: { 'http.request.method': method, 'http.route': route, 'switchboard.request_id': id },
    })
    if (span) spans.set(request, span)
    withinSpan(span, done)
  })
  // The end of a body is an event of the connection, which other requests have used as well.
  app.addHook('preValidation', (request, _reply, done) => withinSpan(spans.get(request), done))
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? String(statusCode) : undefined)
    done()
  })
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
