import pg from 'pg'
import { AppError } from '../errors.ts'
import { isDatabaseAway } from './errors.ts'

/** The messages of ioredis when it cannot reach Redis, and of a Redis that serves nobody at the moment. */
const REDIS =
  /^(Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries|(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MISCONF|OOM|BUSY) )/

/** The error for the caller when a store does not answer; undefined for any other error. */
export function storeAway(error: unknown): AppError | undefined {
  return isDatabaseAway(error) || isRedisAway(error) ? refusal(error) : undefined
}

/** The same for an error that is known to come from a connection of ours to PostgreSQL. */
export function connectionAway(error: unknown): AppError | undefined {
  return error instanceof pg.DatabaseError && !isDatabaseAway(error) ? undefined : refusal(error)
}

function refusal(cause: unknown): AppError {
  return new AppError('service_unavailable', 'A database is not responding. Try again in a moment.', {
    retryAfter: 2,
    cause,
  })
}

/** Messages of PostgreSQL may begin with the same words. */
function isRedisAway(error: unknown): boolean {
  return error instanceof Error && !(error instanceof pg.DatabaseError) && REDIS.test(error.message)
}
