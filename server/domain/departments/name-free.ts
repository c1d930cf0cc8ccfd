import { refuse } from '../../database/refuse.ts'

/** Throws `conflict` when the account has a department of this name. */
export function nameFree<T>(write: Promise<T>): Promise<T> {
  return refuse(write, 'P2002', 'conflict', 'There is a department with this name already.', 'input.name')
}
