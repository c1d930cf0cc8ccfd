import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from './generated/prisma/client.ts'

export type Db = PrismaClient
/** What a verb gets inside a transaction. */
export type Tx = Prisma.TransactionClient

/**
 * The database client. `pool` is the largest number of connections of this process.
 * Statements are prepared once for each connection; the name is a digest, because PostgreSQL cuts names at 63 bytes.
 */
export function createDb(url: string, pool: number): Db {
  const names = new Map<string, string>()
  const adapter = new PrismaPg(
    { connectionString: url, max: pool, idle_in_transaction_session_timeout: TRANSACTION_LIMIT_MS },
    {
      statementNameGenerator: ({ sql }) => {
        const known = names.get(sql)
        if (known) return known
        // Lists of ids make statements of many shapes; only what repeats is worth a place in the server's memory.
        if (names.size >= 500) return UNNAMED
        const name = `s_${createHash('sha1').update(sql).digest('hex')}`
        names.set(sql, name)
        return name
      },
    },
  )
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: TRANSACTION_LIMIT_MS } })
}

const UNNAMED = ''

/** No transaction lives longer. The event log's replay relies on it: see `events/follow.ts`. */
export const TRANSACTION_LIMIT_MS = 15_000
