import type { ActorType, Prisma } from '../../generated/prisma/client.ts'
import type { Viewer } from '../viewer.ts'
import { type AuditChange, changesBetween } from './audit-change.ts'

/** What the audit log tells, by the verb that did it, in the past tense. */
export const auditActions = [
  'VISITOR_UPDATED',
  'VISITOR_BLACKLISTED',
  'VISITOR_UNBLACKLISTED',
  'VISITORS_MERGED',
  'VISITOR_ERASED',
  'OFFLINE_MESSAGE_ANSWERED',
  'RETENTION_UPDATED',
] as const

type AuditAction = (typeof auditActions)[number]

/** What kinds of things it is about. */
export const auditSubjects = ['Account', 'Visitor', 'OfflineMessage'] as const

type AuditSubject = (typeof auditSubjects)[number]

/** Who did it: an operator, as a program or in person, or what is not signed in. */
type AuditActor = Viewer | { accountId: string; type: Exclude<ActorType, 'OPERATOR'>; id: string | null }

export interface NewAuditEntry {
  actor: AuditActor
  action: AuditAction
  subject: { type: AuditSubject; id: string; label?: string | null }
  /** The fields that may be told, as they were and as they are; only those that differ are kept. */
  before?: object
  after?: object
  note?: string | null
}

/** The row of an entry; null when nothing has changed that was to be told. */
export function auditEntry(entry: NewAuditEntry): Prisma.AuditEntryUncheckedCreateInput | null {
  const { actor, action, subject, before, after, note } = entry
  const changes = changesBetween(before ?? {}, after ?? {})
  if ((before || after) && changes.length === 0) return null
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
    changes: changes satisfies AuditChange[] as unknown as Prisma.InputJsonValue,
    note: note ?? null,
  }
}
