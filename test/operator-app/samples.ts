import { randomUUID } from 'node:crypto'
import type { Chat, Message } from '../../operator-app/src/graphql/fragments.ts'

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
    snoozedAt: null,
    snoozedUntil: null,
    acceptedAt: null,
    closedAt: null,
    outcome: null,
    rating: null,
    ratingComment: null,
    createdAt: now,
    viewerLastReadSeq: null,
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
      bot: null,
    },
    bot: null,
    handOffReason: null,
    operatorUnavailableAt: null,
    department: null,
    operators: [],
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
    mentions: [],
    createdAt: '2026-03-01T12:00:00.000Z',
    operator: null,
    media: null,
    rich: null,
    notice: null,
    delivery: null,
    ...change,
  }
}
