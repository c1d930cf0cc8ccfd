import { AppError } from '../errors.ts'
import { isTaken } from './errors.ts'

/** Runs a write of a value that must be unique, and throws `taken` with this message when another row has the value. */
export async function orTaken<T>(write: Promise<T>, message: string, field: string): Promise<T> {
  try {
    return await write
  } catch (cause) {
    throw isTaken(cause) ? new AppError('taken', message, { field, cause }) : cause
  }
}
