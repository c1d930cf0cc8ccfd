import type { LoggedKind } from '../../events/kinds.ts'
import type { CallState } from '../../generated/prisma/client.ts'

/** In their order (contract, part 3). A call may skip one: a telephone system need not know them all. */
const FORWARD: readonly CallState[] = ['START', 'AGENT_CONNECTED', 'CLIENT_CONNECTED', 'END']

/** The states in which a call is under way. */
export const UNDER_WAY = ['START', 'AGENT_CONNECTED', 'CLIENT_CONNECTED'] as const satisfies CallState[]

/** What each state is in the log. */
export const EVENT_OF_STATE = {
  START: 'CALL_STARTED',
  AGENT_CONNECTED: 'CALL_AGENT_CONNECTED',
  CLIENT_CONNECTED: 'CALL_CLIENT_CONNECTED',
  END: 'CALL_ENDED',
  ERROR: 'CALL_FAILED',
} as const satisfies Record<CallState, LoggedKind>

/** The states from which a call can come to this one: everything else is repeated, late or over. */
export function statesBefore(state: CallState): CallState[] {
  if (state === 'ERROR') return [...UNDER_WAY]
  return FORWARD.slice(0, FORWARD.indexOf(state))
}

/** Whether the call is over. */
export function isOver(state: CallState): boolean {
  return state === 'END' || state === 'ERROR'
}
