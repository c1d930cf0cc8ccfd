import { type Chat, Prisma } from '../../generated/prisma/client.ts'

/** The part of its time that is left when a target is near. */
export const NEAR_PART = 0.25

/** The columns of a chat that say when its targets are due. */
export type TargetColumns = Pick<
  Chat,
  | 'targetsSince'
  | 'firstReplyMinutes'
  | 'firstReplyNearAt'
  | 'firstReplyDueAt'
  | 'closingMinutes'
  | 'closingNearAt'
  | 'closingDueAt'
>

export interface TargetTimes {
  minutes: number
  /** From when its time counts. */
  startedAt: Date
  nearAt: Date
  dueAt: Date
}

/**
 * The times of a target of a chat; null without it. Of chats whose targets an earlier version set, only the last is stored: the
 * others are as if it had been open since.
 */
export function targetTimes(chat: TargetColumns, target: 'firstReply' | 'closing'): TargetTimes | null {
  const minutes = chat[`${target}Minutes` as const]
  const nearAt = chat[`${target}NearAt` as const]
  const dueAt = chat[`${target}DueAt` as const]
  if (minutes === null || dueAt === null) return null
  const before = (part: number) => new Date(dueAt.getTime() - part * minutes * 60_000)
  return { minutes, startedAt: chat.targetsSince ?? before(1), nearAt: nearAt ?? before(NEAR_PART), dueAt }
}

/** Whether a target of the row `chat` is near, in SQL. */
export function isNearSql(target: 'firstReply' | 'closing'): Prisma.Sql {
  const column = (part: string) => Prisma.raw(`chat."${target}${part}"`)
  const [nearAt, dueAt, minutes] = [column('NearAt'), column('DueAt'), column('Minutes')]
  return Prisma.sql`(${dueAt} IS NOT NULL
    AND now() >= coalesce(${nearAt}, ${dueAt} - ${minutes} * ${NEAR_PART}::float8 * interval '1 minute'))`
}
