import { isBlocked, sqlStateOf } from '../database/errors.ts'
import { StoreError } from './store-error.ts'

const ADVICE: Record<string, string> = {
  '42501':
    'the user of DATABASE_URL lacks permissions. Make it the owner of the database (ALTER DATABASE … OWNER TO …) and of everything in it',
  '25006': 'the server is read-only. Set DATABASE_URL to the primary, not a replica',
  '53100': 'its disk is full',
}

/** A {@link StoreError} in one line; the error itself when others only held the locks that it needs. */
export function describeMigrationFailure(name: string, error: Error): Error {
  if (isBlocked(error) || error instanceof StoreError) return error
  const advice = ADVICE[sqlStateOf(error) ?? '']
  return new StoreError(`${name} failed: ${error.message}${advice ? `: ${advice}` : ''}`)
}
