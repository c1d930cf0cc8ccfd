import { orTaken } from '../../database/or-taken.ts'

/** Throws `conflict` when the account has a department of this name. */
export function nameFree<T>(write: Promise<T>): Promise<T> {
  return orTaken(write, 'There is already a department with this name.', 'input.name')
}
