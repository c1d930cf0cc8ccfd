import type { ChatViewName } from '../../browser/route.ts'
import type { EventOf } from '../../graphql/events.ts'
import type { Chat } from '../../graphql/fragments.ts'

/** A message, and the fields of a chat that it changes. */
export type Said = Pick<EventOf<'MessageCreated'>, 'activity' | 'message'>

/** Whether a chat is part of a view, by the same rules as the server's query. */
export function isInView(chat: Chat, view: ChatViewName, viewerId: string): boolean {
  if (view === 'closed') return chat.status === 'CLOSED'
  if (chat.status === 'CLOSED') return false
  if (view === 'waiting') return chat.status === 'QUEUED'
  if (view === 'bot') return chat.status === 'BOT'
  if (view === 'all') return true
  return chat.status === 'ACTIVE' && isIn(chat, viewerId)
}

/** The longest wait first; in every other view, the newest activity first. The server has the same order. */
export function compareChats(a: Chat, b: Chat, view: ChatViewName): number {
  if (view === 'waiting') return compareText(a.queuedAt ?? '', b.queuedAt ?? '') || compareText(a.id, b.id)
  return compareText(b.lastActivityAt, a.lastActivityAt) || compareText(b.id, a.id)
}

/** By code units, not by language: these are times and ids, and a list of thousands is sorted by them. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Up to which messages the visitor of a widget has got and seen what was written to them. */
export type VisitorMarks = Pick<Chat, 'deliveredSeq' | 'seenSeq'>

/** A chat with what its visitor has got and seen by now. */
export function withVisitorMarks(chat: Chat, { deliveredSeq, seenSeq }: VisitorMarks): Chat {
  return {
    ...chat,
    deliveredSeq: Math.max(chat.deliveredSeq, deliveredSeq),
    seenSeq: Math.max(chat.seenSeq, seenSeq),
  }
}

/** The newer of two states of one chat. What this viewer and the visitor have read travels outside the revision. */
export function newerChat(known: Chat | undefined, incoming: Chat): Chat {
  if (!known) return incoming
  const newer = incoming.revision >= known.revision ? incoming : known
  const read = Math.max(known.viewerLastReadSeq ?? 0, incoming.viewerLastReadSeq ?? 0)
  return withVisitorMarks({ ...newer, viewerLastReadSeq: read }, newer === known ? incoming : known)
}

/** A chat with what a message changed in it. */
export function withMessage(chat: Chat, { activity: { chat: _, ...activity }, message }: Said): Chat {
  const { author, operator, createdAt } = message
  if (author === 'SYSTEM') return { ...chat, ...activity }
  const unansweredSince = author === 'VISITOR' ? (chat.unansweredSince ?? createdAt) : null
  return { ...chat, ...activity, lastAuthor: author, lastOperator: operator, unansweredSince }
}

/**
 * Whether the visitor wrote something that this viewer should see and has not: in a chat that waits, or in one of their
 * own. What a bot or a colleague answers is theirs to read.
 */
export function isUnread(chat: Chat, viewerId: string): boolean {
  const concerns = chat.status === 'QUEUED' || (chat.status === 'ACTIVE' && isIn(chat, viewerId))
  return concerns && chat.lastVisitorSeq > (chat.viewerLastReadSeq ?? 0)
}

function isIn(chat: Chat, viewerId: string): boolean {
  return chat.operators.some((operator) => operator.id === viewerId)
}
