import type { Chat, Event, EventKind, Message } from '../generated/prisma/client.ts'

/** A row of the log, but for what only positions in it are compared with. */
export type StoredEvent = Omit<Event, 'txid'>

/** What happens without being stored: nobody needs to learn of it later. */
export type TransientKind = 'VISITOR_TYPING' | 'OPERATOR_TYPING' | 'PRESENCE_CHANGED' | 'RESYNC'

/** What a screen shows of a chat when a message arrives. */
export type ChatActivity = Pick<
  Chat,
  'id' | 'status' | 'revision' | 'lastSeq' | 'lastVisitorSeq' | 'preview' | 'lastActivityAt'
>

export interface Snapshot {
  message?: Message
  activity?: ChatActivity
}

/** An event on its way to a screen: from the log (with `id`) or transient (without). */
export interface LiveEvent {
  id: bigint | null
  kind: EventKind | TransientKind
  accountId: string
  channelId: string | null
  chatId: string | null
  messageId: string | null
  subjectId: string | null
  userId: string | null
  typing: boolean | null
  snapshot: Snapshot
}

/** An event of the log as a live event. */
export function fromLog(event: StoredEvent, snapshot: Snapshot = {}): LiveEvent {
  const { id, kind, accountId, channelId, chatId, messageId, subjectId, userId } = event
  return { id, kind, accountId, channelId, chatId, messageId, subjectId, userId, typing: null, snapshot }
}

/** An event that is told once and kept nowhere. */
export function transient(
  kind: TransientKind,
  about: { accountId: string } & Partial<
    Pick<LiveEvent, 'channelId' | 'chatId' | 'subjectId' | 'userId' | 'typing'>
  >,
): LiveEvent {
  return {
    id: null,
    kind,
    channelId: null,
    chatId: null,
    messageId: null,
    subjectId: null,
    userId: null,
    typing: null,
    snapshot: {},
    ...about,
  }
}

export function encodeLiveEvent(event: LiveEvent): string {
  // The only bigint in it: a replacer, called for each value, would cost as much as all the rest.
  return JSON.stringify({ ...event, id: event.id === null ? null : String(event.id) })
}

/** Other processes of the same version wrote it: it is trusted, only the types that JSON lacks are restored. */
export function decodeLiveEvent(text: string): LiveEvent {
  const event = JSON.parse(text) as LiveEvent & { id: string | null }
  const { message, activity } = event.snapshot
  return {
    ...event,
    id: event.id === null ? null : BigInt(event.id),
    snapshot: {
      ...(message && { message: { ...message, createdAt: new Date(message.createdAt) } }),
      ...(activity && { activity: { ...activity, lastActivityAt: new Date(activity.lastActivityAt) } }),
    },
  }
}
