import type { Message } from '../../../generated/prisma/client.ts'
import { isEntry, writerOf } from '../../messages/entries/is-entry.ts'
import type { NoticeKind } from '../../messages/notice.ts'

/** The parts of an entry that decide how long the visitor waited. */
export type TimedEntry = Pick<Message, 'author' | 'type' | 'createdAt'> & {
  /** Of a notice. */
  notice: string | null
}

const HANDED_OVER: readonly string[] = ['BOT_HANDED_OVER', 'BOT_FAILED'] satisfies NoticeKind[]

/**
 * How many seconds the visitor waited for each reply of an operator, in the order of the replies. They wait from the
 * first of their messages that nobody has answered, or from the moment in which a bot handed them over; a bot's answer
 * ends the waiting, and automatic messages do not. What operators write to somebody who does not wait is no reply.
 */
export function replyTimes(entries: readonly TimedEntry[]): number[] {
  const times: number[] = []
  let waitingSince: Date | null = null
  for (const entry of entries) {
    if (writerOf(entry) === 'VISITOR' || (entry.notice && HANDED_OVER.includes(entry.notice))) {
      waitingSince ??= entry.createdAt
    } else if (isEntry(entry, 'isAnswer')) {
      if (waitingSince && writerOf(entry) === 'OPERATOR')
        times.push(secondsBetween(waitingSince, entry.createdAt))
      waitingSince = null
    }
  }
  return times
}

/** Whole seconds, never negative: clocks of several processes may differ a little. */
export function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000))
}
