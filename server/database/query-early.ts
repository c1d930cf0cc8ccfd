import type pg from 'pg'
import type { Prisma } from '../generated/prisma/client.ts'
import { type Pool, statementName, TRANSACTION_LIMIT_MS } from './client.ts'
import { connectionAway } from './store-away.ts'

/**
 * Runs a statement of a hot path with a single column, of JSON, and passes on its rows before the commit, which waits for
 * the disk: what follows from them can be prepared meanwhile. Nothing may leave the process until the promise resolves,
 * because the commit can fail. Throws `service_unavailable`, what PostgreSQL said, or what `onRow` threw.
 */
export async function queryEarly<Row>(
  pool: Pool,
  { text, values }: Pick<Prisma.Sql, 'text' | 'values'>,
  onRow: (row: Row) => void,
): Promise<void> {
  const query = new EarlyQuery(statementName(pool, text), { text, values: values.map(inText) }, onRow)
  try {
    // A promise, although the types say otherwise.
    await pool.query(query)
  } catch (error) {
    throw connectionAway(error) ?? error
  }
  if (query.failure) throw query.failure
}

/** What pg keeps of a connection's prepared statements, by name. The second are still on their way. */
interface Prepared {
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
}

interface Filled {
  text: string
  values: (string | null)[]
}

/** A query for pg to submit. It asks for no description of the result, because its only column is JSON. */
class EarlyQuery<Row> implements pg.Submittable {
  readonly text: string
  readonly name: string
  readonly query_timeout = TRANSACTION_LIMIT_MS
  /** Set by pg, unless there is one. */
  callback: ((error: unknown) => void) | undefined
  /** What `onRow` threw first. */
  failure: unknown
  readonly #values: (string | null)[]
  readonly #onRow: (row: Row) => void

  constructor(name: string, { text, values }: Filled, onRow: (row: Row) => void) {
    this.text = text
    this.name = name
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
    connection.bind({ statement: name, values: this.#values }, true)
    connection.execute({}, true)
    // A Sync commits; the Flush before it sends what is there.
    connection.flush()
    connection.sync()
    connection.stream.uncork()
  }

  /** An exception here would be one of the connection, which others use next. */
  handleDataRow({ fields: [json] }: { fields: [string] }): void {
    try {
      this.#onRow(JSON.parse(json))
    } catch (error) {
      this.failure ??= error
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback?.(null)
  }

  handleError(error: Error): void {
    this.callback?.(error)
  }
}

/** A value as PostgreSQL reads it: objects as JSON. Arrays, dates and bytes have forms of their own, which no caller needs. */
function inText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof Date)
    throw new TypeError('Arrays, dates and bytes cannot be values of an early query.')
  return JSON.stringify(value)
}
