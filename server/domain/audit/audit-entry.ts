import type { ActorType, Prisma } from '../../generated/prisma/client.ts'
import type { Viewer } from '../viewer.ts'
import { changesBetween } from './audit-change.ts'

/** What the audit log records, by the verb that did it, in the past tense. */
export const auditActions = [
  'ACCOUNT_UPDATED',
  'API_TOKEN_CREATED',
  'API_TOKEN_REVOKED',
  'BOT_CONNECTED',
  'BOT_DISCONNECTED',
  'BOT_PROVIDER_CREATED',
  'BOT_PROVIDER_DELETED',
  'BOT_PROVIDER_UPDATED',
  'BOT_UPDATED',
  'BUSINESS_HOURS_DELETED',
  'BUSINESS_HOURS_UPDATED',
  'CALL_SETTINGS_UPDATED',
  'CANNED_REPLIES_IMPORTED',
  'CANNED_REPLY_CREATED',
  'CANNED_REPLY_DELETED',
  'CANNED_REPLY_UPDATED',
  'CHANNEL_CREATED',
  'CHANNEL_DELETED',
  'CHANNEL_UPDATED',
  'CHAT_CLOSED',
  'CHAT_HANDED_BACK',
  'CHAT_LOG_SETTINGS_UPDATED',
  'CHAT_SETTINGS_UPDATED',
  'CHAT_TAKEN_OVER',
  'CHAT_TRANSFERRED',
  'DEPARTMENT_CREATED',
  'DEPARTMENT_DELETED',
  'DEPARTMENT_UPDATED',
  'DEVELOPER_SETTINGS_UPDATED',
  'OPERATOR_DEACTIVATED',
  'OPERATOR_INVITATION_REVOKED',
  'OPERATOR_INVITED',
  'OPERATOR_REACTIVATED',
  'OPERATOR_SET_AWAY',
  'OPERATOR_UPDATED',
  'VISITOR_UPDATED',
  'VISITOR_BLACKLISTED',
  'VISITOR_UNBLACKLISTED',
  'VISITORS_MERGED',
  'VISITOR_IDENTIFIED',
  'VISITOR_IDENTITY_REFUSED',
  'VISITOR_ERASED',
  'OFFLINE_MESSAGE_ANSWERED',
  'RETENTION_UPDATED',
  'ROUTING_SETTINGS_UPDATED',
  'SAVED_VIEW_CREATED',
  'SAVED_VIEW_DELETED',
  'SAVED_VIEW_UPDATED',
  'TAG_CREATED',
  'TAG_DELETED',
  'TAG_UPDATED',
  'CHAT_LOG_SENT',
  'MAIL_RESENT',
  'WEBHOOK_ENDPOINT_CREATED',
  'WEBHOOK_ENDPOINT_DELETED',
  'WEBHOOK_ENDPOINT_UPDATED',
] as const

type AuditAction = (typeof auditActions)[number]

/** What kinds of things it is about. */
export const auditSubjects = [
  'Account',
  'ApiToken',
  'Bot',
  'BotProvider',
  'CannedReply',
  'Channel',
  'Chat',
  'Department',
  'Mail',
  'OfflineMessage',
  'Operator',
  'OperatorInvitation',
  'SavedView',
  'Tag',
  'Visitor',
  'WebhookEndpoint',
] as const

type AuditSubject = (typeof auditSubjects)[number]

/** Who did it: an operator, as a program or in person, or an actor without a sign-in. */
type AuditActor = Viewer | { accountId: string; type: Exclude<ActorType, 'OPERATOR'>; id: string | null }

export interface NewAuditEntry {
  actor: AuditActor
  action: AuditAction
  subject: { type: AuditSubject; id: string; label?: string | null }
  /** The row, or some of its fields, before and after; only differences are kept. */
  before?: object | null
  after?: object | null
  note?: string | null
}

/** The row of an entry; null when nothing changed that should be recorded. */
export function auditEntry(entry: NewAuditEntry): Prisma.AuditEntryUncheckedCreateInput | null {
  const { actor, action, subject, before, after, note } = entry
  const changes = changesBetween(before ?? {}, after ?? {})
  if (before && after && changes.length === 0) return null
  return {
    accountId: actor.accountId,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    label: subject.label ?? null,
    ...('userId' in actor
      ? {
          actorType: 'OPERATOR',
          actorId: actor.userId,
          address: actor.origin?.address ?? null,
          userAgent: actor.origin?.userAgent ?? null,
        }
      : { actorType: actor.type, actorId: actor.id }),
    changes: changes,
    note: note ?? null,
  }
}
