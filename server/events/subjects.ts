import { EVENT_OF_STATE } from '../domain/calls/call-state.ts'
import type { LoggedKind } from './kinds.ts'

/** The events whose subject is a call. */
export const callKinds: readonly LoggedKind[] = Object.values(EVENT_OF_STATE)

/** The events whose subject is an offline message. */
export const offlineMessageKinds = [
  'OFFLINE_MESSAGE_CREATED',
  'OFFLINE_MESSAGE_ANSWERED',
  'OFFLINE_MESSAGE_UPDATED',
] as const satisfies readonly LoggedKind[]
