import { z } from 'zod'

/** The most targets of an account, one for each channel, each department and the account. */
export const MOST_TARGETS = 200
/** The longest target: 30 days of business hours, if these are all day. */
export const MOST_TARGET_MINUTES = 30 * 24 * 60

const RANGE = `Enter 1 to ${MOST_TARGET_MINUTES} minutes.`
const minutes = z
  .number(RANGE)
  .int(RANGE)
  .refine((count) => count >= 1 && count <= MOST_TARGET_MINUTES, RANGE)
  .nullish()
  .transform((count) => count ?? null)
const id = z
  .uuid()
  .nullish()
  .transform((given) => given ?? null)

/** How soon chats are to be answered and closed, as an admin enters it. */
const targetField = z
  .object({
    /** Of the chats of this channel; without it and a department, of all that have no other target. */
    channelId: id,
    departmentId: id,
    /** Of the business hours. */
    firstReplyMinutes: minutes,
    closingMinutes: minutes,
  })
  .refine(({ firstReplyMinutes, closingMinutes }) => firstReplyMinutes ?? closingMinutes, {
    message: 'Enter how many minutes the first reply or the whole chat may take.',
    path: ['firstReplyMinutes'],
  })
  .refine(({ channelId, departmentId }) => !channelId || !departmentId, {
    message: 'Send a channel or a department, not both.',
    path: ['departmentId'],
  })

export const targetsField = z
  .array(targetField)
  .max(MOST_TARGETS, `There can be at most ${MOST_TARGETS} targets.`)
  .superRefine((targets, context) => {
    const places = targets.map(({ channelId, departmentId }) => `${channelId} ${departmentId}`)
    places.forEach((place, index) => {
      if (places.indexOf(place) === index) return
      const path = [index, 'channelId']
      context.addIssue({ code: 'custom', message: 'There is already a target for this.', path })
    })
  })

export type TargetSetting = z.output<typeof targetField>

/** The targets as they are stored. */
export function readTargets(stored: unknown): TargetSetting[] {
  return targetsField.catch([]).parse(stored ?? [])
}
