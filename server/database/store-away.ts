import pg from 'pg'
import { AppError } from '../errors.ts'
import { isDatabaseAway } from './errors.ts'

/** What ioredis says when it does not reach a Redis, and what a Redis says that serves nobody at the moment. */
const REDIS =
  /^(Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries|(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MISCONF|OOM|BUSY) )/

/** The error for the caller when a store does not answer; undefined for any other error. */
export function storeAway(error: unknown): AppError | undefined {
  return isDatabaseAway(error) || isRedisAway(error) ? refusal(error) : undefined
}

/** The same for an error of which is known that it comes from a connection of ours to PostgreSQL. */
export function connectionAway(error: unknown): AppError | undefined {
  return error instanceof pg.DatabaseError && !isDatabaseAway(error) ? undefined : refusal(error)
}

function refusal(cause: unknown): AppError {
  return new AppError('service_unavailable', 'A database is not responding. Try again in a moment.', {
    retryAfter: 2,
    cause,
  })
}

/** What PostgreSQL says may begin with the same words. */
function isRedisAway(error: unknown): boolean {
  return error instanceof Error && !(error instanceof pg.DatabaseError) && REDIS.test(error.message)
}
