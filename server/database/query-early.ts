import type pg from 'pg'
import type { Prisma } from '../generated/prisma/client.ts'
import { type Pool, statementName, TRANSACTION_LIMIT_MS } from './client.ts'
import { connectionAway } from './store-away.ts'

/**
 * Runs a statement of a hot path with a single column, of JSON, and passes on each row as soon as PostgreSQL has it: the
 * commit, which waits for the disk, is still to come, and what follows from the row can be prepared meanwhile. Nothing
 * may leave the process until the promise resolves, because the commit can fail. `onRow` must not throw. Throws
 * `service_unavailable`, or what PostgreSQL said.
 */
export async function queryEarly<Row>(
  pool: Pool,
  { text, values }: Pick<Prisma.Sql, 'text' | 'values'>,
  onRow: (row: Row) => void,
): Promise<void> {
  try {
    // A promise, although the types say otherwise.
    await pool.query(new EarlyQuery(text, values, onRow))
  } catch (error) {
    throw connectionAway(error) ?? error
  }
}

/** What pg keeps of a connection's prepared statements, by name; the second are on their way. */
interface Prepared {
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
}

/** A query as pg submits it, without what this kind does not need: types, and a description of the result. */
class EarlyQuery<Row> implements pg.Submittable {
  readonly text: string
  readonly name: string
  readonly query_timeout = TRANSACTION_LIMIT_MS
  /** Set by pg, unless there is one. */
  callback: ((error: Error | null, result?: { rowCount: number }) => void) | undefined
  readonly #values: unknown[]
  readonly #onRow: (row: Row) => void
  #rowCount = 0

  constructor(text: string, values: unknown[], onRow: (row: Row) => void) {
    this.text = text
    this.name = statementName(text)
    this.#values = values
    this.#onRow = onRow
  }

  submit(connection: pg.Connection): void {
    const { text, name } = this
    const { parsedStatements, submittedNamedStatements } = connection as pg.Connection & Prepared
    connection.stream.cork()
    if (!name || (!parsedStatements[name] && !submittedNamedStatements[name])) {
      connection.parse({ text, name, types: [] }, true)
      if (name) submittedNamedStatements[name] = text
    }
    connection.bind({ statement: name, values: this.#values.map(inText) }, true)
    connection.execute({}, true)
    // A Sync commits; the Flush before it sends what is there.
    connection.flush()
    connection.sync()
    connection.stream.uncork()
  }

  handleDataRow({ fields: [json] }: { fields: [string] }): void {
    this.#rowCount++
    this.#onRow(JSON.parse(json))
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback?.(null, { rowCount: this.#rowCount })
  }

  handleError(error: Error): void {
    this.callback?.(error)
  }
}

function inText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
