import pg from 'pg'
import type { Prisma } from '../generated/prisma/client.ts'
import { type Pool, statementName, TRANSACTION_LIMIT_MS } from './client.ts'
import { connectionAway } from './store-away.ts'

const { INT8 } = pg.types.builtins
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === INT8 ? BigInt : pg.types.getTypeParser(type, format)),
}
/** A connection that hangs must not keep later callers waiting. */
const query_timeout = TRANSACTION_LIMIT_MS

interface Options {
  /** The best plan depends on the values: PostgreSQL makes one each time instead of keeping one for all. */
  replan?: boolean
}

/**
 * Runs one statement of a hot path past Prisma's engine, which takes longer for it than PostgreSQL does
 * (docs/performance.md). Rows are as Prisma would give them. Throws `service_unavailable`, or what PostgreSQL said.
 */
export async function queryDirect<Row extends object>(
  pool: Pool,
  { text, values }: Pick<Prisma.Sql, 'text' | 'values'>,
  { replan = false }: Options = {},
): Promise<Row[]> {
  try {
    const name = replan ? undefined : statementName(pool, text)
    const statement = { name, text, values, types, query_timeout }
    const { rows } = await pool.query<Row>(statement)
    return rows
  } catch (error) {
    throw connectionAway(error) ?? error
  }
}
