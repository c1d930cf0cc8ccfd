import { AsyncResource } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts'
import { endDeadConnections } from './end-dead-connections.ts'
import { observedClient, type StatementObserver } from './observed-client.ts'

export type Db = PrismaClient
/** The client that a verb works with inside a transaction. */
export type Tx = Prisma.TransactionClient
/** The connections of this process, which Prisma shares with the statements that bypass it. */
export type Pool = pg.Pool & {
  /** Statements are prepared once for each connection. A pooler may give each transaction another connection. */
  readonly preparesStatements: boolean
}

/** A transaction that takes longer than this is ended. */
export const TRANSACTION_LIMIT_MS = 15_000
/** Notices within some twenty seconds that the machine of the server is gone, while nothing is on its way to it. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
/** How long a statement waits for a connection, and a connection for the server. */
const CONNECT_LIMIT_MS = 10_000

interface PoolOptions {
  /** How the connections are called in PostgreSQL. */
  name?: string
  observe?: StatementObserver
  /** What waits for a connection goes on in the context in which it began to wait, as traces need it. */
  keepsContext?: boolean
  /** A pooler answers at the address. */
  isPooled?: boolean
  preparesStatements?: boolean
  /** How long a statement may get no answer before the server is asked about its connection. */
  silenceMs?: number
  /** Told how many connections were ended because the server knew nothing of them. */
  onDead?: (connections: number) => void
}

/** Connects when it is used. `max` is the largest number of connections of this process. */
export function createPool(
  url: string,
  max: number,
  {
    name,
    observe,
    keepsContext = false,
    isPooled = false,
    preparesStatements = !isPooled,
    ...watch
  }: PoolOptions = {},
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    ...KEEP_ALIVE,
    ...(name && { application_name: name }),
    ...(observe && { Client: observedClient(observe) }),
    // Poolers refuse settings of a session, and have limits of their own.
    ...(!isPooled && { idle_in_transaction_session_timeout: TRANSACTION_LIMIT_MS }),
  })
  // An idle connection that the server ends is replaced when the next is needed; it must not end the process.
  pool.on('error', () => {})
  endDeadConnections(pool, url, watch)
  if (keepsContext) keepContext(pool)
  return Object.assign(pool, { preparesStatements })
}

/** Without it, a statement that waits is sent in the context of the one whose connection it gets. */
function keepContext(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: (...args: unknown[]) => void) => unknown
  pool.connect = ((callback?: (...args: unknown[]) => void) =>
    callback ? connect(AsyncResource.bind(callback)) : connect()) as typeof pool.connect
}

/** The database client on a pool, which ends with it. */
export function createDb(pool: Pool): Db {
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: ({ sql }) => statementName(pool, sql),
  })
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: TRANSACTION_LIMIT_MS } })
}

const names = new Map<string, string>()
const UNNAMED = ''

/**
 * Statements are prepared once for each connection, under this name. It is a digest, because PostgreSQL cuts names
 * at 63 bytes. It is empty for a statement that is not kept.
 */
export function statementName({ preparesStatements }: Pool, sql: string): string {
  if (!preparesStatements) return UNNAMED
  const known = names.get(sql)
  if (known !== undefined) return known
  // Lists of ids make statements of many shapes; only those that repeat are worth a place in the server's memory.
  if (names.size >= 500) return UNNAMED
  const name = `s_${createHash('sha1').update(sql).digest('hex')}`
  names.set(sql, name)
  return name
}
