import { AppError } from '../errors.ts'
import { isAbsent } from './errors.ts'

/** Runs a write whose `where` says what the viewer may reach, and throws `not_found` when there is no such row. */
export async function orNotFound<T>(write: Promise<T>, what: string, field = 'input.id'): Promise<T> {
  try {
    return await write
  } catch (cause) {
    if (!isAbsent(cause)) throw cause
    throw new AppError('not_found', `This ${what} does not exist.`, { field, cause })
  }
}
