import type { NewAuditEntry } from '../domain/audit/audit-entry.ts'
import { entryOf, type KindsWith, kindsWith } from './kinds/event-kinds.ts'
import type { NewEvent } from './record.ts'

const kindsFromAudit: readonly string[] = kindsWith('fromAudit', true)

/**
 * The event of an audit entry that says everything about the change, if its action is the name of such a kind. The event
 * only says that it happened.
 */
export function settingsEvent({ actor, action, subject }: NewAuditEntry): NewEvent | null {
  if (!('userId' in actor) || !isFromAudit(action)) return null
  const { accountId, userId } = actor
  return {
    accountId,
    kind: action,
    actor: { type: 'OPERATOR', id: userId },
    subjectId: subject.id,
    ...(entryOf(action).audience === 'PERSON' && { userId }),
  }
}

function isFromAudit(action: string): action is KindsWith<'fromAudit', true> {
  return kindsFromAudit.includes(action)
}
