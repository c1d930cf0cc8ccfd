import { inChannel } from './common-fields.ts'
import type { EventKindEntry } from './event-kind-entry.ts'

/** Events that happen to a visitor outside a chat. */
export const visitorKinds = {
  VISITOR_UPDATED: {
    ...inChannel,
    description: 'What is known about a visitor changed.',
    subject: 'VISITOR',
    toVisitor: 'VisitContactInfoChanged',
  },
  VISITORS_MERGED: {
    ...inChannel,
    description: 'Two visitors were merged into one, who has the chats of both.',
    subject: 'VISITOR',
    toVisitor: 'VisitResyncRequired',
  },
  VISITOR_ERASED: {
    ...inChannel,
    description: 'A visitor was deleted with all their data.',
    subject: 'DELETED',
    toVisitor: null,
  },
  VISITOR_INVITED: {
    ...inChannel,
    description: 'An operator invited a visitor on the website to a chat.',
    subject: 'VISITOR',
    toVisitor: 'VisitInvitationReceived',
  },
  VISIT_INVITATION_ANSWERED: {
    ...inChannel,
    description: 'A visitor on the website reacted to the invitation of an operator.',
    subject: 'VISITOR',
    toVisitor: 'VisitInvitationEnded',
  },
  HISTORY_CLEARED: {
    ...inChannel,
    description: 'A visitor cleared the conversation in the widget. Operators still see it.',
    subject: 'VISITOR',
    toVisitor: 'VisitResyncRequired',
  },
  OFFLINE_MESSAGE_CREATED: {
    ...inChannel,
    description: 'A visitor left a message for later.',
    subject: 'OFFLINE_MESSAGE',
    toVisitor: null,
  },
  OFFLINE_MESSAGE_ANSWERED: {
    ...inChannel,
    description: 'An operator answered an offline message.',
    subject: 'OFFLINE_MESSAGE',
    toVisitor: null,
  },
  OFFLINE_MESSAGE_UPDATED: {
    ...inChannel,
    description:
      'The mail with the answer to an offline message was sent, failed, was kept or was queued again.',
    subject: 'OFFLINE_MESSAGE',
    toVisitor: null,
  },
  CALL_STARTED: {
    ...inChannel,
    description: 'A call started: a visitor will be called, or the telephone system started one.',
    subject: 'CALL',
    toVisitor: 'VisitCallChanged',
  },
  CALL_OPERATOR_CONNECTED: {
    ...inChannel,
    description: 'The operator is on the line. When operators dial, the actor took the call.',
    subject: 'CALL',
    toVisitor: 'VisitCallChanged',
  },
  CALL_CLIENT_CONNECTED: {
    ...inChannel,
    description: 'The visitor is on the line.',
    subject: 'CALL',
    toVisitor: 'VisitCallChanged',
  },
  CALL_ENDED: { ...inChannel, description: 'A call ended.', subject: 'CALL', toVisitor: 'VisitCallChanged' },
  CALL_FAILED: {
    ...inChannel,
    description: 'A call failed.',
    subject: 'CALL',
    toVisitor: 'VisitCallChanged',
  },
} as const satisfies Record<string, EventKindEntry>
