import { Counter, Histogram, type Registry } from 'prom-client'

/** What is asked of this process: HTTP, GraphQL, sockets. */
export function createRequestMetrics(registers: Registry[]) {
  const metrics = {
    requests: new Counter({
      name: 'switchboard_http_requests_total',
      help: 'Answered HTTP requests.',
      labelNames: ['method', 'route', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'switchboard_http_request_seconds',
      help: 'Time from the request to the answer; status is its class, such as 2xx.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
      registers,
    }),
    shedRequests: new Counter({
      name: 'switchboard_shed_requests_total',
      help: 'Requests that were refused with 503 because the process was overloaded: message, graphql or page.',
      labelNames: ['urgency'] as const,
      registers,
    }),
    graphqlSeconds: new Histogram({
      name: 'switchboard_graphql_operation_seconds',
      help: 'Time to execute a GraphQL operation, over HTTP and sockets, by its type and the first field that it asks for; of a subscription, the time to start it.',
      labelNames: ['type', 'operation'] as const,
      buckets: [0.01, 0.05, 0.1, 0.5, 2],
      registers,
    }),
    graphqlErrors: new Counter({
      name: 'switchboard_graphql_errors_total',
      help: 'Errors and userErrors that GraphQL answered with, over HTTP and sockets, by code.',
      labelNames: ['code'] as const,
      registers,
    }),
  }
  for (const urgency of ['message', 'graphql', 'page']) metrics.shedRequests.inc({ urgency }, 0)
  return metrics
}
