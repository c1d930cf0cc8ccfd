import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** The stores, as this process sees them. */
export function createStoreMetrics(registers: Registry[]) {
  return {
    storeUp: new Gauge({
      name: 'switchboard_store_up',
      help: '1 while the store answers within two seconds, otherwise 0: postgresql, redis.',
      labelNames: ['store'] as const,
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'switchboard_database_connections',
      help: 'Connections of this process to PostgreSQL: total, idle; waiting are requests that wait for one.',
      labelNames: ['state'] as const,
      registers,
    }),
    statementSeconds: new Histogram({
      name: 'switchboard_statement_seconds',
      help: 'Time from sending a statement to its result, by the database (primary, replica) and the first word of the statement.',
      labelNames: ['database', 'command'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
      registers,
    }),
    statementErrors: new Counter({
      name: 'switchboard_statement_errors_total',
      help: 'Statements that failed, by the meaning of the error (server/database/errors.ts): taken and deadlock lost to another transaction and are mostly repeated, away means that the database did not respond.',
      labelNames: ['database', 'meaning'] as const,
      registers,
    }),
  }
}
