import type { Metrics } from '../process/metrics.ts'
import type { Tracing } from '../process/tracing/tracing.ts'
import { measureStatements } from './measure-statements.ts'
import type { StatementObserver } from './observed-client.ts'
import { traceStatements } from './trace-statements.ts'

/** What is told of the statements to a database: metrics, and traces if there are any. */
export function observeStatements(
  { metrics, tracing }: { metrics: Metrics; tracing: Tracing },
  database: 'primary' | 'replica',
): StatementObserver {
  const measure = measureStatements(metrics, database)
  if (!tracing.isOn) return measure
  const trace = traceStatements(tracing, database)
  return (sql) => {
    const ends = [measure(sql), trace(sql)]
    return (error) => ends.forEach((end) => void end(error))
  }
}
