import type { OfflineMessage } from '../graphql/offline-messages.ts'
import { toTimeRange } from './time-range.ts'

/** What the filters of the offline messages hold, as text; an empty one does not restrict. */
export interface OfflineFields {
  state: '' | OfflineMessage['state']
  channelId: string
  departmentId: string
  operatorId: string
  /** Days in the viewer's time zone, both included. */
  from: string
  to: string
}

export const noOfflineFilter: OfflineFields = {
  state: '',
  channelId: '',
  departmentId: '',
  operatorId: '',
  from: '',
  to: '',
}

/** The fields as the `OfflineMessageFilter` of the API. */
export function toOfflineFilter({ state, channelId, departmentId, operatorId, from, to }: OfflineFields) {
  const createdAt = toTimeRange(from, to)
  return {
    ...(state && { state }),
    ...(channelId && { channelIds: [channelId] }),
    ...(departmentId && { departmentIds: [departmentId] }),
    ...(operatorId && { operatorIds: [operatorId] }),
    ...(createdAt && { createdAt }),
  }
}
