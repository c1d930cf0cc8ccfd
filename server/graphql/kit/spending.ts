import type { Budget } from '../../limits/limits.ts'

/** The cost of an operation, and what is left of its caller's budget. */
export interface Spending extends Budget {
  cost: number
  /** How much a caller may spend in a minute. */
  limit: number
}

/** Returns when the caller has the whole budget again. */
export function resetOf({ resetMs }: Budget): Date {
  return new Date(Date.now() + resetMs)
}
