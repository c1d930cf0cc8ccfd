import type { Budget } from '../../limits/limits.ts'

/** What an operation cost, and what its caller has left. */
export interface Spending extends Budget {
  cost: number
  /** What a caller may spend a minute. */
  limit: number
}

/** When the caller has the whole budget again. */
export function resetOf({ resetMs }: Budget): Date {
  return new Date(Date.now() + resetMs)
}
