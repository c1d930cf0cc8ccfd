import type { BusinessHours } from '../../graphql/business-hours.ts'
import { tSettings } from '../../messages/settings.ts'

/** Whose hours they are. */
export interface HoursPlace {
  kind: 'account' | 'channel' | 'department'
  /** Empty for the account. */
  id: string
  name: string
}

export const ACCOUNT: HoursPlace = { kind: 'account', id: '', name: tSettings.hours.theAccount }

/** The channel or department whose hours they are, or the account. */
export function placeOf({ channel, department }: BusinessHours): HoursPlace {
  if (channel) return { kind: 'channel', ...channel }
  return department ? { kind: 'department', ...department } : ACCOUNT
}

/** The place as mutations take it. */
export function placeInput({ kind, id }: HoursPlace): { channelId?: string; departmentId?: string } {
  if (kind === 'account') return {}
  return kind === 'channel' ? { channelId: id } : { departmentId: id }
}
