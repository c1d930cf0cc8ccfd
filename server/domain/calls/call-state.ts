import type { LoggedKind } from '../../events/kinds.ts'
import type { CallState } from '../../generated/prisma/client.ts'

/** In their order (contract, part 3). A call may skip one: a telephone system need not know them all. */
const FORWARD: readonly CallState[] = ['START', 'OPERATOR_CONNECTED', 'CLIENT_CONNECTED', 'END']

/** The states of a call in progress. */
const UNDER_WAY = ['START', 'OPERATOR_CONNECTED', 'CLIENT_CONNECTED'] as const satisfies CallState[]

/** The event of each state. */
export const EVENT_OF_STATE = {
  START: 'CALL_STARTED',
  OPERATOR_CONNECTED: 'CALL_OPERATOR_CONNECTED',
  CLIENT_CONNECTED: 'CALL_CLIENT_CONNECTED',
  END: 'CALL_ENDED',
  ERROR: 'CALL_FAILED',
} as const satisfies Record<CallState, LoggedKind>

/**
 * The states from which a call can reach this one; from any other, the change is repeated, late or after the
 * end.
 */
export function statesBefore(state: CallState): CallState[] {
  if (state === 'ERROR') return [...UNDER_WAY]
  return FORWARD.slice(0, FORWARD.indexOf(state))
}

/** The contract's words for the states (`call.status`, part 3). */
export const STATUS_OF_STATE = {
  START: 'start',
  OPERATOR_CONNECTED: 'agent_connected',
  CLIENT_CONNECTED: 'client_connected',
  END: 'end',
  ERROR: 'error',
} as const satisfies Record<CallState, string>

/** Whether the call is over. */
export function isOver(state: CallState): boolean {
  return state === 'END' || state === 'ERROR'
}
