import { type Message, Prisma } from '../generated/prisma/client.ts'
import type { LoggedKind } from './kinds.ts'

/**
 * Which events the visitor gets. Events among operators are not for them; the type of an event decides which of its
 * data a visitor sees (graphql/widget/visit-event-types.ts).
 */
const kinds: Record<LoggedKind, boolean> = {
  CHAT_OPENED: true,
  CHAT_ACCEPTED: true,
  OPERATOR_JOINED: true,
  OPERATOR_LEFT: true,
  CHAT_TRANSFERRED: true,
  CHAT_HANDED_OFF: true,
  CHAT_HANDED_BACK: true,
  CHAT_CLOSED: true,
  CHAT_RATED: true,
  CHAT_UPDATED: true,
  CHAT_READ: true,
  CHAT_INVITATION_CREATED: false,
  CHAT_INVITATION_ACCEPTED: false,
  CHAT_INVITATION_DECLINED: false,
  CHAT_INVITATION_EXPIRED: false,
  CHAT_INVITATION_CANCELLED: false,
  // Except for notices, see below.
  MESSAGE_CREATED: true,
  DELIVERY_SENT: false,
  DELIVERY_DELAYED: false,
  DELIVERY_FAILED: false,
  DELIVERY_RETRIED: false,
  VISITOR_UPDATED: true,
  // Widgets read everything again: the messages of the visitor are no longer those that they show.
  VISITORS_MERGED: true,
  HISTORY_CLEARED: true,
  VISITOR_ERASED: false,
  OPERATOR_CREATED: false,
  OPERATOR_UPDATED: false,
  OPERATOR_DEACTIVATED: false,
  OPERATOR_REACTIVATED: false,
  CHANNEL_CREATED: false,
  CHANNEL_UPDATED: false,
  CHANNEL_DELETED: false,
  DEPARTMENT_CREATED: false,
  DEPARTMENT_UPDATED: false,
  DEPARTMENT_DELETED: false,
  BOT_CONNECTED: false,
  BOT_UPDATED: false,
  BOT_DISCONNECTED: false,
  WEBHOOK_ENDPOINT_CREATED: false,
  WEBHOOK_ENDPOINT_UPDATED: false,
  WEBHOOK_ENDPOINT_DISABLED: false,
  WEBHOOK_ENDPOINT_DELETED: false,
  CRM_ANSWER_UPDATED: false,
  CRM_CARD_ASSIGNED: false,
  OFFLINE_MESSAGE_ANSWERED: false,
  OFFLINE_MESSAGE_UPDATED: false,
  OFFLINE_MESSAGE_CREATED: false,
  CALL_STARTED: true,
  CALL_OPERATOR_CONNECTED: true,
  CALL_CLIENT_CONNECTED: true,
  CALL_ENDED: true,
  CALL_FAILED: true,
  VISITOR_INVITED: true,
  VISIT_INVITATION_ANSWERED: true,
  MESSAGES_DELIVERED: false,
  MESSAGES_SEEN: true,
  API_TOKEN_CREATED: false,
  API_TOKEN_REVOKED: false,
  BOT_PROVIDER_CREATED: false,
  BOT_PROVIDER_UPDATED: false,
  BOT_PROVIDER_DELETED: false,
  CALL_SETTINGS_UPDATED: false,
  CHAT_LOG_SETTINGS_UPDATED: false,
  DEVELOPER_SETTINGS_UPDATED: false,
  OPERATOR_INVITED: false,
  OPERATOR_INVITATION_REVOKED: false,
  RETENTION_UPDATED: false,
  SESSION_CREATED: false,
  SESSION_ENDED: false,
}

const heard = Object.entries(kinds).flatMap(([kind, isHeard]) => (isHeard ? kind : []))

/** Whether the visitor of the chat gets an event, which may be about a message. Notices are only for operators. */
export function heardByVisitor(kind: LoggedKind, message?: Pick<Message, 'type'>): boolean {
  return kinds[kind] && message?.type !== 'NOTICE'
}

const heardList = Prisma.raw(`'{${heard}}'`)

/**
 * The same as a condition in SQL, on the kind, which may be known already, and on the type of the message, which is NULL
 * for other events.
 */
export function isHeardByVisitor(kind: Prisma.Sql | LoggedKind, messageType = NO_MESSAGE): Prisma.Sql {
  const isKind = typeof kind === 'string' ? Prisma.raw(String(kinds[kind])) : isHeard(kind)
  return Prisma.sql`(${isKind} AND ${messageType}::text IS DISTINCT FROM 'NOTICE')`
}

const NO_MESSAGE = Prisma.sql`NULL`

function isHeard(kind: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${kind}::text = ANY(${heardList}::text[])`
}
