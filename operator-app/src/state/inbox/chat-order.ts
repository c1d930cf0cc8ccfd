import type { EventOf } from '../../graphql/events.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { type ViewOrder, waitingSince } from './view-filter.ts'

/** A message, and the fields of a chat that it changes. */
export type Said = Pick<EventOf<'MessageCreated'>, 'activity' | 'message'>

/**
 * The order of two chats in a view. The server has the same; chats that do not wait come last. Of the same moment, it compares
 * ids, which grow as numbers do; ids as the API gives them do not.
 */
export function compareChats(a: Chat, b: Chat, order: ViewOrder): number {
  const [first, second] = [a, b].map((chat) => placeOf(chat, order)) as [string, string]
  if (order === 'LATEST_ACTIVITY') return compareText(second, first) || b.number - a.number
  return compareText(first, second) || a.number - b.number
}

function placeOf(chat: Chat, order: ViewOrder): string {
  if (order === 'LATEST_ACTIVITY') return chat.lastActivityAt
  return order === 'OLDEST' ? chat.createdAt : queuePlace(chat)
}

/** How many ranks a priority is above the usual one. */
const ranks: Record<Chat['priority'], number> = { LOW: -1, NORMAL: 0, HIGH: 1, URGENT: 2 }
/** A chat whose target is near stands above all that have time. */
const NEAR = 4
const LOWEST_PLACE = 8

/**
 * The place among those that wait, as the server has it: chats whose target is near come first, by what is due first, then
 * it is ordered by priority, then by waiting.
 */
function queuePlace(chat: Chat): string {
  const since = waitingSince(chat)
  if (since === null) return NEVER
  if (chat.targetNearAt) return `${LOWEST_PLACE - NEAR} ${dueAt(chat) ?? since}`
  return `${LOWEST_PLACE - ranks[chat.priority]} ${since}`
}

/** When the first of its targets is due that has not been met. */
function dueAt({ targets }: Chat): string | undefined {
  return targets
    .filter(({ met }) => met !== true)
    .map(({ dueAt }) => dueAt)
    .toSorted(compareText)[0]
}

/** A value that sorts after every time. */
const NEVER = 'never'

/** By code units, not by language: these are times and ids, and a list of thousands is sorted by them. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** How far the visitor of a widget has received and seen what was written to them. */
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
  // Events, which are the same for everyone, do not say it.
  const viewerMarkedUnread = incoming.viewerMarkedUnread ?? known.viewerMarkedUnread
  const chat = { ...newer, viewerLastReadSeq: read, viewerMarkedUnread }
  return withVisitorMarks(chat, newer === known ? incoming : known)
}

/** A chat with what a message changed in it. */
export function withMessage(chat: Chat, { activity: { chat: _, ...activity }, message }: Said): Chat {
  const { author, operator } = message
  if (author === 'SYSTEM' || author === 'AUTOMATIC') return { ...chat, ...activity }
  const lastIsNote = message.type === 'NOTE'
  return { ...chat, ...activity, lastAuthor: author, lastOperator: operator, lastIsNote }
}

/** Whether a chat counts as unread for this viewer: they marked it so, or have not seen what is new in it. */
export function isUnread(chat: Chat, viewerId: string): boolean {
  return chat.viewerMarkedUnread === true || hasUnseen(chat, viewerId)
}

/**
 * Whether the visitor wrote something that this viewer should see and has not: in a chat that waits, or in one of their
 * own. What a bot or a colleague answers is theirs to read.
 */
function hasUnseen(chat: Chat, viewerId: string): boolean {
  const concerns = chat.status === 'QUEUED' || (chat.status === 'ACTIVE' && isIn(chat, viewerId))
  return concerns && chat.lastVisitorSeq > (chat.viewerLastReadSeq ?? 0)
}

function isIn(chat: Chat, viewerId: string): boolean {
  return chat.operators.some((operator) => operator.id === viewerId)
}
