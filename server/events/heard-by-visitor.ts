import type { EventKind, Message } from '../generated/prisma/client.ts'

/** Which events in a chat its visitor may learn of. Whatever happens among operators is not theirs. */
const kinds: Record<EventKind, boolean> = {
  CHAT_OPENED: true,
  CHAT_UPDATED: true,
  MESSAGE_CREATED: true,
  MESSAGE_UPDATED: false,
  VISITOR_UPDATED: false,
  CHAT_INVITATION_CREATED: false,
  CHAT_INVITATION_UPDATED: false,
  CHAT_READ: false,
  OPERATOR_UPDATED: false,
  CHANNEL_UPDATED: false,
  DEPARTMENT_UPDATED: false,
  BOT_UPDATED: false,
}

/** Whether the visitor of the chat learns of an event. Notices are only for operators. */
export function heardByVisitor(kind: EventKind, message: Pick<Message, 'type'> | undefined): boolean {
  if (kind === 'MESSAGE_CREATED') return message !== undefined && message.type !== 'NOTICE'
  return kinds[kind]
}
