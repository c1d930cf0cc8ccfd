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

/** Where the same messages are downloaded as a file. */
export function offlineExportPath(format: 'csv' | 'json', search: string, fields: OfflineFields): string {
  const { state, channelId, departmentId, operatorId } = fields
  const { createdAt } = toOfflineFilter(fields)
  const parameters = {
    format,
    search,
    state,
    channelId,
    departmentId,
    operatorId,
    leftFrom: createdAt?.since ?? '',
    leftBefore: createdAt?.until ?? '',
  }
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return `/archive/offline-messages/export?${new URLSearchParams(given)}`
}
