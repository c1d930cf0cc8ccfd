import { currentSpan } from '../process/tracing/current-span.ts'
import type { Tracing } from '../process/tracing/tracing.ts'
import { meaningOf } from './errors.ts'
import { commandOf } from './measure-statements.ts'
import type { StatementObserver } from './observed-client.ts'

const TEXT_LENGTH = 2_000

/** Adds each statement to the trace of what it runs for; one that runs for nothing in particular begins none. Values are never part of it. */
export function traceStatements(tracing: Tracing, database: 'primary' | 'replica'): StatementObserver {
  return (sql) => {
    if (!currentSpan()?.isSampled) return () => {}
    const span = tracing.start(`SQL ${commandOf(sql)}`, {
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.namespace': database,
        'db.query.text': sql.slice(0, TEXT_LENGTH),
      },
    })
    return (error) => span?.end(error === undefined ? undefined : (meaningOf(error) ?? 'other'))
  }
}
