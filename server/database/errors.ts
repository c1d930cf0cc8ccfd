import pg from 'pg'
import { Prisma } from '../generated/prisma/client.ts'

type Meaning = 'taken' | 'absent' | 'deadlock' | 'constraint' | 'data' | 'locked' | 'starting' | 'away'

/** PostgreSQL's codes (SQLSTATE), or how they begin; the first that fits counts. */
const SQL_STATES: readonly [string, Meaning][] = [
  ['23505', 'taken'],
  ['23', 'constraint'],
  ['22', 'data'],
  // Also a serialization failure: PostgreSQL has rolled the transaction back so that another could go on.
  ['40', 'deadlock'],
  ['55P03', 'locked'],
  ['57P03', 'starting'],
  // The connection is lost (08), there is none left (53), the server is stopping (57P).
  ['08', 'away'],
  ['53', 'away'],
  ['57P', 'away'],
]

/** The codes that Prisma uses for these errors. */
const PRISMA: Record<string, Meaning> = {
  P2002: 'taken',
  P2025: 'absent',
  P2034: 'deadlock',
  // It cannot be reached, has closed the connection or has none free.
  P1001: 'away',
  P1002: 'away',
  P1008: 'away',
  P1011: 'away',
  P1017: 'away',
  P2024: 'away',
  P2028: 'away',
  P2037: 'away',
}

/**
 * What Prisma passes on as its driver says it: a transaction that could not begin, or was refused when it was to be
 * committed.
 */
interface DriverError extends Error {
  cause: { kind: string; originalCode?: string }
}

/** Kinds of its errors without a code of PostgreSQL's: the connection is lost. */
const LOST_CONNECTIONS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'])

/** A raw statement failed; PostgreSQL's own code says why. */
const RAW_STATEMENT = 'P2010'

/** Messages of `pg` about a lost connection, which come without a code. */
const NO_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered)|Query read timeout)/

/** A row with the same unique value was written first. */
export function isTaken(error: unknown): boolean {
  return meaningOf(error) === 'taken'
}

/** There is no row that the `where` allows. */
export function isAbsent(error: unknown): boolean {
  return meaningOf(error) === 'absent'
}

/** What the row was to refer to is gone, deleted by a concurrent transaction, and nothing is stored. */
export function isOrphan(error: unknown): boolean {
  return sqlStateOf(error) === '23503'
}

/** The database is of an earlier version, or empty. */
export function lacksTable(error: unknown): boolean {
  return ['42P01', '42703'].includes(sqlStateOf(error) ?? '')
}

/** A concurrent transaction was first, and nothing is stored: the same transaction may be run again. */
export function isConflict(error: unknown): boolean {
  return means(error, ['taken', 'deadlock'])
}

/** A deadlock: PostgreSQL has rolled the transaction back so that another could go on. */
export function isDeadlock(error: unknown): boolean {
  return meaningOf(error) === 'deadlock'
}

/** Bad data, a broken constraint, a deadlock: nothing is stored. After a lost connection nobody knows. */
export function isRolledBack(error: unknown): boolean {
  return means(error, ['data', 'constraint', 'taken', 'deadlock'])
}

/** Others held the locks for longer than `lock_timeout`, or waited for ours: nothing is stored, try again later. */
export function isBlocked(error: unknown): boolean {
  return means(error, ['locked', 'deadlock'])
}

/** The server is there, and will take connections soon. */
export function isStarting(error: unknown): boolean {
  return meaningOf(error) === 'starting'
}

/** The database cannot be reached, or serves nobody at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  return means(error, ['away', 'starting'])
}

/** PostgreSQL's own code (SQLSTATE) for what it refused; undefined when it is not known. */
export function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  if (isDriverError(error)) return error.cause.originalCode
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined
  const { driverAdapterError } = (error.meta ?? {}) as {
    driverAdapterError?: { cause?: { originalCode?: string } }
  }
  return driverAdapterError?.cause?.originalCode
}

function means(error: unknown, meanings: readonly Meaning[]): boolean {
  const meaning = meaningOf(error)
  return meaning !== undefined && meanings.includes(meaning)
}

/** What the error means; undefined for any other. Metrics show it; ask the questions above. */
export function meaningOf(error: unknown): Meaning | undefined {
  const state = sqlStateOf(error)
  if (error instanceof Prisma.PrismaClientInitializationError) return 'away'
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    // A raw statement that failed without PostgreSQL's own code has lost its connection.
    if (error.code === RAW_STATEMENT && !state) return 'away'
    return PRISMA[error.code] ?? meaningOfState(state)
  }
  if (error instanceof pg.DatabaseError) return meaningOfState(state)
  if (isDriverError(error)) return LOST_CONNECTIONS.has(error.cause.kind) ? 'away' : meaningOfState(state)
  return error instanceof Error && NO_CONNECTION.test(error.message) ? 'away' : undefined
}

function isDriverError(error: unknown): error is DriverError {
  return error instanceof Error && error.name === 'DriverAdapterError'
}

function meaningOfState(state = ''): Meaning | undefined {
  return SQL_STATES.find(([start]) => state.startsWith(start))?.[1]
}
