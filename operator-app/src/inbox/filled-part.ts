import type { Chat } from '../graphql/fragments.ts'

/** The part of a target's time that is over when it is near. */
const NEAR = 0.75

type Times = Pick<Chat['targets'][number], 'startedAt' | 'nearAt' | 'dueAt'>

/**
 * The part of a target's ring that is full: three quarters when it is near, all when it is due. Between these it fills
 * steadily, also while it is closed.
 */
export function filledPart({ startedAt, nearAt, dueAt }: Times, now: number): number {
  return NEAR * passed(startedAt, nearAt, now) + (1 - NEAR) * passed(nearAt, dueAt, now)
}

/** The part of a time that is over. */
function passed(from: string, to: string, now: number): number {
  const begin = Date.parse(from)
  return Math.min(Math.max((now - begin) / (Date.parse(to) - begin), 0), 1)
}
