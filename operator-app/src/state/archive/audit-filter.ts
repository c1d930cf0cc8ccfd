import type { AuditEntry } from '../../graphql/records.ts'
import { toTimeRange } from './time-range.ts'

/** The filters of the audit log, as text; an empty one does not restrict. */
export interface AuditFields {
  operatorId: string
  action: '' | AuditEntry['action']
  /** Days in the viewer's time zone, both included. */
  from: string
  to: string
}

export const noAuditFilter: AuditFields = { operatorId: '', action: '', from: '', to: '' }

/** The fields as the `AuditFilter` of the API. */
export function toAuditFilter({ operatorId, action, from, to }: AuditFields) {
  const createdAt = toTimeRange(from, to)
  return {
    ...(operatorId && { operatorId }),
    ...(action && { actions: [action] }),
    ...(createdAt && { createdAt }),
  }
}
