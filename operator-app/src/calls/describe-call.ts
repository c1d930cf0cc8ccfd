import type { Call } from '../graphql/calls.ts'
import { t } from '../messages/index.ts'

/** The state of a call, in words, which depend on who connects the call. */
export function stateOf({ state, gateway }: Pick<Call, 'state' | 'gateway'>): string {
  const words = gateway === 'HTTP' ? t.calls.gatewayStates : t.calls.states
  return words[state] ?? state
}
