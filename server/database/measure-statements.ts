import type { Metrics } from '../process/metrics.ts'
import { meaningOf } from './errors.ts'
import type { StatementObserver } from './observed-client.ts'

const COMMANDS = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'])

/** Counts and times the statements to a database. */
export function measureStatements(
  { statementSeconds, statementErrors }: Pick<Metrics, 'statementSeconds' | 'statementErrors'>,
  database: 'primary' | 'replica',
): StatementObserver {
  return (sql) => {
    const command = commandOf(sql)
    const startedAt = performance.now()
    return (error) => {
      statementSeconds.observe({ database, command }, (performance.now() - startedAt) / 1000)
      if (error !== undefined) statementErrors.inc({ database, meaning: meaningOf(error) ?? 'other' })
    }
  }
}

/** The first word of a statement in lower case; `other` for one that is rare. */
export function commandOf(sql: string): string {
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
  return COMMANDS.has(word) ? word : 'other'
}
