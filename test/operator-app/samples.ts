import { randomUUID } from 'node:crypto'
import type { Call } from '../../operator-app/src/graphql/calls.ts'
import type { Chat, Message, Offer } from '../../operator-app/src/graphql/fragments.ts'

/** A chat as the server sends it, with what a test is about. */
export function makeChat(change: Partial<Chat> = {}): Chat {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    number: 1,
    status: 'QUEUED',
    revision: 1,
    lastSeq: 1,
    lastVisitorSeq: 1,
    deliveredSeq: 0,
    seenSeq: 0,
    preview: '',
    lastAuthor: 'VISITOR',
    lastOperator: null,
    lastIsNote: false,
    unansweredSince: null,
    lastActivityAt: now,
    queuedAt: now,
    leftAloneAt: null,
    notTakenAt: null,
    priority: 'NORMAL',
    targetNearAt: null,
    targets: [],
    snoozedAt: null,
    snoozedUntil: null,
    acceptedAt: null,
    closedAt: null,
    outcome: null,
    rating: null,
    ratingComment: null,
    createdAt: now,
    viewerLastReadSeq: null,
    viewerMarkedUnread: null,
    visitor: {
      id: randomUUID(),
      number: 1,
      externalId: '1',
      name: null,
      email: null,
      phone: null,
      photoUrl: null,
      pageUrl: null,
      description: null,
      blacklistedAt: null,
      blacklistReason: null,
      createdAt: now,
    },
    channel: {
      id: randomUUID(),
      kind: 'CHAT_API',
      name: 'A channel',
      paused: false,
      mediaHosts: [],
      requiresTag: false,
      routing: 'EVERYONE',
      bot: null,
    },
    bot: null,
    handOffReason: null,
    operatorUnavailableAt: null,
    department: null,
    operators: [],
    observers: [],
    answeredBy: [],
    failedDeliveries: 0,
    continuedChat: null,
    tags: [],
    invitations: [],
    ...change,
  }
}

/** A visitor's message as the server sends it, with what a test is about. */
export function makeMessage(change: Partial<Message> = {}): Message {
  const uuid = change.uuid ?? randomUUID()
  return {
    id: `id of ${uuid}`,
    uuid,
    chat: { id: 'a chat' },
    seq: 1,
    author: 'VISITOR',
    type: 'TEXT',
    text: 'Hello',
    invite: null,
    editedAt: null,
    deletedAt: null,
    editableUntil: null,
    mailedAt: null,
    mentions: [],
    quote: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    operator: null,
    media: null,
    rich: null,
    notice: null,
    delivery: null,
    ...change,
  }
}

/** An offer that waits for an answer, to the viewer. */
export function makeOffer(id: string): Offer {
  const now = Date.now()
  return {
    id,
    kind: 'OFFER',
    state: 'PENDING',
    note: null,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 60_000).toISOString(),
    from: null,
    to: { id: 'me', name: 'Me' },
    chat: makeChat(),
  }
}

/** A call that has ended as the server sends it, with what a test is about. */
export function makeCall(change: Partial<Call> = {}): Call {
  const at = '2026-03-01T12:00:00.000Z'
  return {
    id: 'a call',
    type: 'CALLBACK',
    phone: '',
    state: 'END',
    revision: 1,
    reason: null,
    outcome: 'ANSWERED',
    recordUrl: null,
    gateway: 'OPERATOR_DIALS',
    offered: false,
    channel: { id: 'channel', name: 'A channel' },
    visitor: null,
    chat: null,
    operator: null,
    endedAt: at,
    createdAt: at,
    ...change,
  }
}
