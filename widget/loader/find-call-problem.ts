import type { BaseState } from '../core.ts'

/** Why no call can be ordered now, in the contract's words; null when one can. */
export function findCallProblem({ widget: { callback }, isCalling }: BaseState): string | null {
  if (callback.state === 'AVAILABLE' && !isCalling) return null
  return callback.state === 'DISABLED' ? 'Callback disabled' : 'Callback unavaiable'
}
