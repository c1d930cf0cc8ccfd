import { AppError } from '../errors.ts'
import { isTaken } from './errors.ts'

/** For a write of a value that must be unique: throws `taken` with this message when it is taken. */
export async function orTaken<T>(write: Promise<T>, message: string, field: string): Promise<T> {
  try {
    return await write
  } catch (cause) {
    throw isTaken(cause) ? new AppError('taken', message, { field, cause }) : cause
  }
}
