import { inChannel } from './common-fields.ts'
import type { EventKindEntry } from './event-kind-entry.ts'

/** Events about the messages and notes of a chat: what became of them, and who has seen them. */
export const messageKinds = {
  MESSAGES_MAILED: {
    ...inChannel,
    description:
      'Replies of operators went to a visitor by mail, because they left without seeing them, or what a visitor wrote came by mail.',
    subject: null,
    toVisitor: null,
  },
  MESSAGE_CREATED: {
    ...inChannel,
    description: 'A chat got a new message or notice. The actor is its author.',
    subject: null,
    toVisitor: 'VisitMessageCreated',
  },
  MESSAGE_EDITED: {
    ...inChannel,
    description: 'The author of a message changed its text, or the author of a note whom it mentions.',
    subject: null,
    toVisitor: 'VisitMessageChanged',
  },
  MESSAGE_DELETED: {
    ...inChannel,
    description: 'The author of a message or note deleted it. Its place in the chat stays, without content.',
    subject: null,
    toVisitor: 'VisitMessageChanged',
  },
  OPERATOR_MENTIONED: {
    ...inChannel,
    description: 'A note mentions the viewer. Not returned after the mention is removed.',
    subject: 'MENTION',
    toVisitor: null,
    audience: 'PERSON',
  },
  MENTIONS_SEEN: {
    ...inChannel,
    description: 'The viewer has seen where they are mentioned in a chat, on this or another device.',
    subject: null,
    toVisitor: null,
    audience: 'PERSON',
  },
  DELIVERY_SENT: {
    ...inChannel,
    description: 'A message was delivered.',
    subject: 'DELIVERY',
    toVisitor: null,
  },
  DELIVERY_DELAYED: {
    ...inChannel,
    description: 'An attempt to deliver a message failed. Another one follows.',
    subject: 'DELIVERY',
    toVisitor: null,
  },
  DELIVERY_FAILED: {
    ...inChannel,
    description: 'A message could not be delivered.',
    subject: 'DELIVERY',
    toVisitor: null,
  },
  DELIVERY_RETRIED: {
    ...inChannel,
    description: 'An operator resent a message that could not be delivered.',
    subject: 'DELIVERY',
    toVisitor: null,
  },
  MESSAGES_DELIVERED: {
    ...inChannel,
    description: 'Messages to the visitor reached the widget.',
    subject: null,
    toVisitor: null,
  },
  MESSAGES_SEEN: {
    ...inChannel,
    description: 'The visitor saw messages in the widget.',
    subject: null,
    toVisitor: 'VisitMessagesSeen',
  },
} as const satisfies Record<string, EventKindEntry>
