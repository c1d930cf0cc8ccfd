import pg from 'pg'
import { isDatabaseAway } from '../database/errors.ts'
import { AppError } from '../errors.ts'
import { StorageAwayError, storageFailure } from '../files/storage.ts'
import { fileStoreAdvice } from './check-file-store.ts'

/** Codes of a network that has let go of a store in mid-start. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
/** Redis begins its refusals with a word in capitals. */
const REDIS_REFUSAL =
  /^(ERR|NOAUTH|NOPERM|WRONGPASS|READONLY|LOADING|MISCONF|OOM|MASTERDOWN|CLUSTERDOWN|MOVED)\b/

/** One line about an error that a store caused; undefined for anything else. */
export function describeStoreFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  // What a caller is told leaves out why.
  if (error instanceof AppError) return describeStoreFailure(error.cause)
  if (error instanceof StorageAwayError) return `${error.message}. ${fileStoreAdvice(error)}`
  if (isPostgresError(error)) return describeRefusal(error)
  const { code = '' } = error as { code?: string }
  if (error.name === 'ReplyError' || REDIS_REFUSAL.test(error.message))
    return `Redis refuses: ${error.message} (REDIS_URL).`
  if (error.name === 'MaxRetriesPerRequestError' || error.message === 'Connection is closed.')
    return 'Redis has closed the connection. Start it, or correct REDIS_URL.'
  if (NETWORK.has(code))
    return `A database is not responding (${error.message || code}). Start it, or correct DATABASE_URL and REDIS_URL.`
  if (isDatabaseAway(error))
    return `PostgreSQL, or a pooler in front of it, has closed the connection (${error.message}, DATABASE_URL).`
  return storageFailure(error)?.message
}

const DISK_FULL = '53100'

function describeRefusal({ code, message }: pg.DatabaseError): string {
  return code === DISK_FULL
    ? `The disk of PostgreSQL is full (${message}). Make room there, and try again.`
    : `PostgreSQL refuses: ${message} (${code}, DATABASE_URL).`
}

function isPostgresError(error: Error): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}
