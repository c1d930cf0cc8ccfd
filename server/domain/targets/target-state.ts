import type { Chat } from '../../generated/prisma/client.ts'
import { type TargetColumns, targetTimes } from './target-times.ts'

/** What decides about the targets of a chat. */
export interface TargetMoment {
  now: Date
  /** When an operator first answered. */
  repliedAt: Date | null
}

type Targeted = TargetColumns & Pick<Chat, 'closedAt' | 'firstReplyMet' | 'closingMet' | 'targetNearAt'>

export type TargetKind = 'FIRST_REPLY' | 'CLOSING'

interface TargetState {
  /** The columns that are different now. */
  changes: Partial<Omit<Targeted, 'closedAt'>>
  happened: { kind: 'TARGET_NEARED' | 'TARGET_MISSED'; target: TargetKind }[]
}

/**
 * What a moment makes of the targets of a chat: a target is met or missed once, and near from the last quarter of its time on
 * until what it asks for is done. A chat that is closed in time without a reply needed none.
 */
export function targetState(chat: Targeted, { now, repliedAt }: TargetMoment): TargetState {
  const reply = settle(chat.firstReplyDueAt, chat.firstReplyMet, { doneAt: repliedAt ?? chat.closedAt, now })
  const closing = settle(chat.closingDueAt, chat.closingMet, { doneAt: chat.closedAt, now })
  const isUnneeded = reply === true && !repliedAt
  const open = [
    !repliedAt && ({ target: 'FIRST_REPLY', times: targetTimes(chat, 'firstReply') } as const),
    { target: 'CLOSING', times: targetTimes(chat, 'closing') } as const,
  ].filter((each) => each !== false)
  const near = chat.closedAt ? [] : open.filter(({ times }) => times && now >= times.nearAt)
  const targetNearAt = near.length > 0 ? (chat.targetNearAt ?? now) : null
  const missed = [
    reply === false && ({ kind: 'TARGET_MISSED', target: 'FIRST_REPLY' } as const),
    closing === false && ({ kind: 'TARGET_MISSED', target: 'CLOSING' } as const),
  ].filter((each) => each !== false)
  const neared = chat.targetNearAt
    ? []
    : near
        .filter(({ target }) => !missed.some((miss) => miss.target === target))
        .map(({ target }) => ({ kind: 'TARGET_NEARED', target }) as const)
  return {
    changes: {
      ...(reply !== null && !isUnneeded && { firstReplyMet: reply }),
      ...(isUnneeded && { firstReplyDueAt: null, firstReplyNearAt: null, firstReplyMinutes: null }),
      ...(closing !== null && { closingMet: closing }),
      ...(targetNearAt?.getTime() !== chat.targetNearAt?.getTime() && { targetNearAt }),
    },
    happened: [...missed, ...neared],
  }
}

/** Whether a target is met; null while that is open, when it was settled before, and without one. */
function settle(
  dueAt: Date | null,
  met: boolean | null,
  { doneAt, now }: { doneAt: Date | null; now: Date },
): boolean | null {
  if (!dueAt || met !== null) return null
  if (doneAt) return doneAt <= dueAt
  return now > dueAt ? false : null
}
