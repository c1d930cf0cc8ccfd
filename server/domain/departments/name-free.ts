import { refuse } from '../known-error.ts'

/** Throws `conflict` when the account has a department of this name. */
export function nameFree<T>(write: Promise<T>): Promise<T> {
  return refuse(write, 'P2002', 'conflict', 'There is already a department with this name.', 'input.name')
}
