import type { Chat, Message, Prisma } from '../generated/prisma/client.ts'
import type { Actor } from './actor.ts'
import type { LoggedEvent } from './kinds.ts'

/** A row of the log, without the columns that serve only to compare positions. */
export type StoredEvent = Omit<LoggedEvent, 'txid'>

/** Transient: nobody needs it later. */
type SignalKind =
  | 'VISITOR_TYPING'
  | 'OPERATOR_TYPING'
  | 'PRESENCE_CHANGED'
  // A visitor of a website came, left or changed the page.
  | 'VISIT_CHANGED'
  // Whether somebody is available for a widget changed; only in this process.
  | 'WIDGET_STATUS_CHANGED'
  // The position of a visitor's chat in the queue; only in this process.
  | 'QUEUE_MOVED'
  // Who is on the websites, as far as a list of visitors shows it; only in this process.
  | 'SITE_CHANGED'

/** Events for live screens that are not stored. */
export type TransientKind = SignalKind | 'RESYNC'

/** The fields of a chat that change when a message arrives. */
export type ChatActivity = Pick<
  Chat,
  | 'id'
  | 'status'
  | 'revision'
  | 'lastSeq'
  | 'lastVisitorSeq'
  | 'preview'
  | 'lastActivityAt'
  | 'unansweredSince'
>

export interface Snapshot {
  message?: Message
  activity?: ChatActivity
}

/** An event for a screen: from the log (with `id`) or transient (without). */
export interface LiveEvent {
  id: bigint | null
  kind: StoredEvent['kind'] | TransientKind
  accountId: string
  channelId: string | null
  chatId: string | null
  messageId: string | null
  subjectId: string | null
  userId: string | null
  /** The visitor who gets it, besides operators. */
  visitorId: string | null
  /** The person or program that caused it; null when that is not known. */
  actor: Actor | null
  occurredAt: Date
  data: Prisma.JsonValue
  typing: boolean | null
  snapshot: Snapshot
}

/** An event of the log as a live event. */
export function fromLog(event: StoredEvent, snapshot: Snapshot = {}): LiveEvent {
  const { id, kind, accountId, channelId, chatId, messageId, subjectId, userId, data, createdAt } = event
  const { visitorId, actorType, actorId } = event
  return {
    id,
    kind,
    accountId,
    channelId,
    chatId,
    messageId,
    subjectId,
    userId,
    visitorId,
    actor: actorType && { type: actorType, id: actorId },
    occurredAt: createdAt,
    data,
    typing: null,
    snapshot,
  }
}

/** An event that is sent once and not stored. */
export function transient(
  kind: TransientKind,
  about: { accountId: string } & Partial<
    Pick<LiveEvent, 'channelId' | 'chatId' | 'subjectId' | 'userId' | 'visitorId' | 'typing'>
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
    visitorId: null,
    actor: null,
    occurredAt: new Date(),
    data: null,
    typing: null,
    snapshot: {},
    ...about,
  }
}

/** Whether the event is transient. */
export function isSignal({ id, kind }: LiveEvent): boolean {
  return id === null && kind !== 'RESYNC'
}

/** What is before the JSON of a message on the bus. */
export interface Envelope {
  id: bigint | null
  visitorId: string | null
  /** The rest of the message, for `decodeLiveEvent`. */
  content: string
}

const NONE = '-'
const ENVELOPE = /^(\d{1,19}|-) ([0-9a-f-]{36}|-) /

/**
 * The JSON of the event after its id and its visitor, so that a process where nobody follows it need not parse it.
 */
export function encodeLiveEvent(event: LiveEvent): string {
  // The only bigint in it. A replacer, which is called for each value, would cost as much as everything else.
  const id = event.id === null ? null : String(event.id)
  return `${id ?? NONE} ${event.visitorId ?? NONE} ${JSON.stringify({ ...event, id })}`
}

/** Throws for a text that `encodeLiveEvent` cannot have produced. */
export function openEnvelope(text: string): Envelope {
  const [envelope, id, visitorId] = ENVELOPE.exec(text) ?? []
  if (!envelope || !id || !visitorId) throw new Error('The message has no envelope.')
  return {
    id: id === NONE ? null : BigInt(id),
    visitorId: visitorId === NONE ? null : visitorId,
    content: text.slice(envelope.length),
  }
}

/** A process of the build before does not send `unansweredSince`. */
function withDates(activity: ChatActivity): ChatActivity {
  const { lastActivityAt, unansweredSince } = activity
  return {
    ...activity,
    lastActivityAt: new Date(lastActivityAt),
    unansweredSince: unansweredSince ? new Date(unansweredSince) : null,
  }
}

function readMessage(message: Message): Message {
  const { createdAt, editedAt, deletedAt } = message
  return {
    ...message,
    createdAt: new Date(createdAt),
    // Absent from a process of an earlier version.
    editedAt: editedAt ? new Date(editedAt) : null,
    deletedAt: deletedAt ? new Date(deletedAt) : null,
  }
}

/** Written by a process of the same version, so it is trusted: only the types that JSON lacks are restored. */
export function decodeLiveEvent(text: string): LiveEvent {
  const event = JSON.parse(text) as LiveEvent & { id: string | null }
  const { message, activity } = event.snapshot
  return {
    ...event,
    id: event.id === null ? null : BigInt(event.id),
    occurredAt: new Date(event.occurredAt),
    snapshot: {
      ...(message && { message: readMessage(message) }),
      ...(activity && { activity: withDates(activity) }),
    },
  }
}
