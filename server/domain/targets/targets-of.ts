import { openTimeAfter } from '../hours/open-time-after.ts'
import type { OpeningHours } from '../hours/opening-hours.ts'
import type { TargetSetting } from './target-fields.ts'
import { NEAR_PART, type TargetColumns } from './target-times.ts'

interface Waiting {
  channelId: string
  departmentId: string | null
  waitsSince: Date
  subject: { hours: OpeningHours | null }
}

interface Settings {
  targets: readonly TargetSetting[]
  targetsChangedAt: Date | null
}

/**
 * The targets of a chat: those of its department, or else of its channel, or else of the account. They count the hours of
 * the chat from when it began to wait; a chat that waited before they were set has none.
 */
export function targetsOf({ targets, targetsChangedAt }: Settings, chat: Waiting): Partial<TargetColumns> {
  const { channelId, departmentId, waitsSince, subject } = chat
  const target =
    targets.find((each) => each.departmentId !== null && each.departmentId === departmentId) ??
    targets.find((each) => each.channelId === channelId) ??
    targets.find((each) => each.channelId === null && each.departmentId === null)
  if (!target || (targetsChangedAt && waitsSince < targetsChangedAt)) return {}
  const { firstReplyMinutes, closingMinutes } = target
  const after = (minutes: number | null, part: number) =>
    minutes === null ? null : openTimeAfter(subject.hours, waitsSince, part * minutes * 60_000)
  return {
    targetsSince: waitsSince,
    firstReplyMinutes,
    firstReplyNearAt: after(firstReplyMinutes, 1 - NEAR_PART),
    firstReplyDueAt: after(firstReplyMinutes, 1),
    closingMinutes,
    closingNearAt: after(closingMinutes, 1 - NEAR_PART),
    closingDueAt: after(closingMinutes, 1),
  }
}
