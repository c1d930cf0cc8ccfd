import type { Call } from '../graphql/calls.ts'
import { t } from '../messages/index.ts'

/** How far a call has come, in words: what a state means depends on who brings the call about. */
export function stateOf({ state, gateway }: Pick<Call, 'state' | 'gateway'>): string {
  const words = gateway === 'HTTP' ? t.calls.gatewayStates : t.calls.states
  return words[state] ?? state
}
