import { AppError } from '../errors.ts'
import { isAbsent } from './errors.ts'

/** For a write whose `where` says what the viewer may reach: throws `not_found` when that is nothing. */
export async function orNotFound<T>(write: Promise<T>, what: string, field = 'input.id'): Promise<T> {
  try {
    return await write
  } catch (cause) {
    if (!isAbsent(cause)) throw cause
    throw new AppError('not_found', `This ${what} does not exist.`, { field, cause })
  }
}
