import { EVENT_OF_STATE } from '../domain/calls/call-state.ts'
import type { LoggedEvent, LoggedKind } from './kinds.ts'

/** The events whose subject is a call. */
export const callKinds: readonly LoggedKind[] = Object.values(EVENT_OF_STATE)

/** The events whose subject is an offline message. */
export const offlineMessageKinds = [
  'OFFLINE_MESSAGE_CREATED',
  'OFFLINE_MESSAGE_ANSWERED',
  'OFFLINE_MESSAGE_UPDATED',
] as const satisfies readonly LoggedKind[]

/** The events whose subject is a visitor, except for VISITOR_ERASED, which needs nothing but the id. */
export const visitorKinds = [
  'VISITOR_UPDATED',
  'VISITORS_MERGED',
  'HISTORY_CLEARED',
  'VISITOR_INVITED',
  'VISIT_INVITATION_ANSWERED',
] as const satisfies readonly LoggedKind[]

/** The events whose subject is a department, except for DEPARTMENT_DELETED, which needs nothing but the id. */
export const departmentKinds = [
  'DEPARTMENT_CREATED',
  'DEPARTMENT_UPDATED',
] as const satisfies readonly LoggedKind[]

/** Who was merged into the subject of VISITORS_MERGED; null for every other event. */
export function mergedIdOf({ data }: Pick<LoggedEvent, 'data'>): string | null {
  return (data as { mergedId?: string } | null)?.mergedId ?? null
}
