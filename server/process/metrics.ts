import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** How a delivery attempt can end. */
export const OUTCOMES = ['sent', 'retry', 'failed'] as const

/**
 * What `/metrics` shows. Labels are closed sets: no address, id or name of anybody. A counter whose labels are known
 * starts at 0, or its first increase would be seen by no rate().
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const metrics = {
    registry,
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
    graphqlErrors: new Counter({
      name: 'switchboard_graphql_errors_total',
      help: 'Errors and userErrors that GraphQL answered with, over HTTP and sockets, by code.',
      labelNames: ['code'] as const,
      registers,
    }),
    shedRequests: new Counter({
      name: 'switchboard_shed_requests_total',
      help: 'Requests that were refused with 503 because the process was overloaded: message, graphql or page.',
      labelNames: ['urgency'] as const,
      registers,
    }),
    outboxAttempts: new Counter({
      name: 'switchboard_outbox_attempts_total',
      help: 'Attempts to send, by the kind of what leaves and the outcome: sent, retry, failed.',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    queueDepth: new Gauge({
      name: 'switchboard_queue_depth',
      help: 'Jobs that wait, are delayed or run.',
      labelNames: ['queue'] as const,
      registers,
    }),
    oldestPending: new Gauge({
      name: 'switchboard_oldest_pending_seconds',
      help: 'Age of the oldest pending item of the outbox, by kind; 0 without one.',
      labelNames: ['kind'] as const,
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'switchboard_database_connections',
      help: 'Connections of this process to PostgreSQL: total, idle; waiting are requests that wait for one.',
      labelNames: ['state'] as const,
      registers,
    }),
    eventLag: new Histogram({
      name: 'switchboard_event_lag_seconds',
      help: 'Time from the transaction of an event to its announcement.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30],
      registers,
    }),
    recoveredEvents: new Counter({
      name: 'switchboard_recovered_events_total',
      help: 'Events that live views got from the log, because the bus did not bring them.',
      registers,
    }),
    droppedBusMessages: new Counter({
      name: 'switchboard_dropped_bus_messages_total',
      help: 'Messages between processes that could not be read.',
      registers,
    }),
    sockets: new Gauge({
      name: 'switchboard_sockets',
      help: 'Open WebSocket connections of operators and visitors.',
      registers,
    }),
  }
  return metrics
}
