import { DAY_MS } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { isAhead, LOG_DAYS, type Position, readPosition } from './position.ts'

/** Whether everything after the position is still in the log. */
export async function isInLog({ pool, hub }: Services, position: Position): Promise<boolean> {
  if (position.at === 0) return true
  if (position.at < hub.position.at - (LOG_DAYS - 1) * DAY_MS) return false
  // Another process may have issued the cursor since this one last looked.
  return !isAhead(position, hub.position) || !isAhead(position, await readPosition(pool))
}

/** The refusal of an `after` that is malformed or too old. */
export function invalidCursor(): AppError {
  const message = 'This is not a valid cursor, or the events after it are no longer kept.'
  return new AppError('invalid_cursor', message, { field: 'after' })
}
