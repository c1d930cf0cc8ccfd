import type { NewAuditEntry } from '../domain/audit/audit-entry.ts'
import type { NewEvent } from './record.ts'

/** Changes of settings whose audit entry says everything; their events only say that they happened. */
export const settingsKinds = [
  'API_TOKEN_CREATED',
  'API_TOKEN_REVOKED',
  'BOT_PROVIDER_CREATED',
  'BOT_PROVIDER_UPDATED',
  'BOT_PROVIDER_DELETED',
  'CALL_SETTINGS_UPDATED',
  'CHAT_LOG_SETTINGS_UPDATED',
  'DEVELOPER_SETTINGS_UPDATED',
  'OPERATOR_INVITED',
  'OPERATOR_INVITATION_REVOKED',
  'RETENTION_UPDATED',
] as const

type SettingsKind = (typeof settingsKinds)[number]

/** The event of an audit entry, if its action is one of these. Only the owner of an API token gets its events. */
export function settingsEvent({ actor, action, subject }: NewAuditEntry): NewEvent | null {
  if (!('userId' in actor) || !isSettingsKind(action)) return null
  const { accountId, userId } = actor
  return {
    accountId,
    kind: action,
    actor: { type: 'OPERATOR', id: userId },
    subjectId: subject.id,
    ...(subject.type === 'ApiToken' && { userId }),
  }
}

function isSettingsKind(action: string): action is SettingsKind {
  return settingsKinds.some((kind) => kind === action)
}
