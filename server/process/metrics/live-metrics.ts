import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What live screens and widgets get, and who is connected. */
export function createLiveMetrics(registers: Registry[]) {
  const metrics = {
    eventLag: new Histogram({
      name: 'switchboard_event_lag_seconds',
      help: 'Time from the transaction of an event to its announcement.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30],
      registers,
    }),
    toldEvents: new Counter({
      name: 'switchboard_told_events_total',
      help: 'Stored events that this process passed on to their followers here, by source: itself, the bus, or the log because neither had brought them.',
      labelNames: ['from'] as const,
      registers,
    }),
    recoveredEvents: new Counter({
      name: 'switchboard_recovered_events_total',
      help: 'Events that live views got from the log because the bus did not deliver them.',
      registers,
    }),
    hubLag: new Gauge({
      name: 'switchboard_hub_lag_seconds',
      help: 'How long ago this process last compared what it has passed on with the log; 0 when nobody follows anything here.',
      registers,
    }),
    followedAccounts: new Gauge({
      name: 'switchboard_followed_accounts',
      help: 'Accounts whose events somebody follows in this process.',
      registers,
    }),
    droppedBusMessages: new Counter({
      name: 'switchboard_dropped_bus_messages_total',
      help: 'Messages between processes that could not be read.',
      registers,
    }),
    sockets: new Gauge({
      name: 'switchboard_sockets',
      help: 'Open WebSocket connections, of an operator (and their programs) or a visitor.',
      labelNames: ['of'] as const,
      registers,
    }),
    present: new Gauge({
      name: 'switchboard_present',
      help: 'People who are present through connections to this process: an operator with several windows, or a visitor with several tabs, counts once.',
      labelNames: ['kind'] as const,
      registers,
    }),
  }
  for (const of of ['operator', 'visitor']) metrics.sockets.set({ of }, 0)
  for (const from of ['itself', 'bus', 'log']) metrics.toldEvents.inc({ from }, 0)
  return metrics
}
