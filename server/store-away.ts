import pg from 'pg'
import { AppError } from './errors.ts'
import { Prisma } from './generated/prisma/client.ts'

/** Prisma's codes for a database that cannot be reached, has closed the connection or has none free. */
const PRISMA = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037'])
/** SQLSTATE: the connection is lost (08), there is none left (53), the server is stopping or starting (57P). */
const SQL_STATE = /^(08|53|57P)/
/** What `pg` says of a connection without giving a code. */
const PG =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered)|Query read timeout)/
/** What ioredis says when it does not reach a Redis, and what a Redis says that serves nobody at the moment. */
const REDIS =
  /^(Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries|(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MISCONF|OOM|BUSY) )/

/** What the caller is told when a store does not answer; undefined when the error is another one. */
export function storeAway(error: unknown): AppError | undefined {
  return isAway(error) ? refusal(error) : undefined
}

/** The same for an error of which is known that it comes from a connection of ours to PostgreSQL. */
export function connectionAway(error: unknown): AppError | undefined {
  return error instanceof pg.DatabaseError && !isAway(error) ? undefined : refusal(error)
}

function refusal(cause: unknown): AppError {
  return new AppError('service_unavailable', 'A database is not responding. Try again in a moment.', {
    retryAfter: 2,
    cause,
  })
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return SQL_STATE.test(error.code ?? '')
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const state = originalCode(error)
    // A raw statement that failed without PostgreSQL's own code has lost its connection.
    return PRISMA.has(error.code) || (state ? SQL_STATE.test(state) : error.code === 'P2010')
  }
  return PG.test(error.message) || REDIS.test(error.message)
}

function originalCode({ meta }: Prisma.PrismaClientKnownRequestError): string | undefined {
  const { driverAdapterError } = (meta ?? {}) as {
    driverAdapterError?: { cause?: { originalCode?: string } }
  }
  return driverAdapterError?.cause?.originalCode
}
