import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** What `/metrics` shows. Labels are closed sets: no address, id or name of anybody. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'switchboard_http_requests_total',
      help: 'Answered HTTP requests.',
      labelNames: ['method', 'route', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'switchboard_http_request_seconds',
      help: 'Time from the request to the answer.',
      labelNames: ['route'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
      registers,
    }),
    deliveries: new Counter({
      name: 'switchboard_delivery_attempts_total',
      help: 'Attempts to deliver to client servers, by outcome: sent, retry, failed.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    botAttempts: new Counter({
      name: 'switchboard_bot_attempts_total',
      help: 'Requests to bots, by outcome: sent, retry, failed.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    queueDepth: new Gauge({
      name: 'switchboard_queue_depth',
      help: 'Jobs that wait, are delayed or run.',
      labelNames: ['queue'] as const,
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
      help: 'Open WebSocket connections of operators.',
      registers,
    }),
  }
}
