import { archivePath, inboxPath, type SettingsSection, settingsPath } from '../../browser/route.ts'
import type { AuditEntry } from '../../graphql/records.ts'
import { t } from '../../messages/index.ts'
import { visitorName } from '../../state/names.ts'

interface Subject {
  /** Null when it has none, such as the settings of calls. */
  name: string | null
  /** Null when there is no page to go to. */
  path: string | null
  /** What the page is called. */
  page: string
}

/** The sections of the settings whose pages stand for what an entry is about. */
const sections: { [type in AuditEntry['subjectType']]?: SettingsSection } = {
  BOT: 'bots',
  BOT_PROVIDER: 'bot-providers',
  CHANNEL: 'channels',
  DEPARTMENT: 'departments',
  MAIL: 'mail',
  OPERATOR: 'people',
  OPERATOR_INVITATION: 'people',
  WEBHOOK_ENDPOINT: 'developers',
}
const ownPages: readonly AuditEntry['subjectType'][] = ['BOT', 'BOT_PROVIDER', 'CHANNEL', 'WEBHOOK_ENDPOINT']
const accountSections: { [action in AuditEntry['action']]?: SettingsSection } = {
  CALL_SETTINGS_UPDATED: 'calls',
  CHAT_LOG_SETTINGS_UPDATED: 'developers',
  DEVELOPER_SETTINGS_UPDATED: 'developers',
  RETENTION_UPDATED: 'retention',
}
const isGone = ({ action }: AuditEntry) => /_(DELETED|DISCONNECTED|ERASED)$/.test(action)

/** The subject of an entry: its name, and the address of its page. */
export function subjectOf(entry: AuditEntry): Subject {
  const name = nameOf(entry)
  if (entry.subjectType === 'VISITOR') {
    const chat = entry.visitor?.chats.nodes[0]
    return { name, path: chat ? inboxPath('all', chat.id) : null, page: t.visitor.title }
  }
  if (entry.subjectType === 'OFFLINE_MESSAGE') {
    const page = t.settings.audit.offlineMessage
    return { name, path: archivePath('offline-messages', entry.subjectId), page }
  }
  if (entry.subjectType === 'CHAT')
    return { name, path: inboxPath('all', entry.subjectId), page: t.settings.audit.chat }
  const section = sections[entry.subjectType] ?? accountSections[entry.action]
  if (!section) return { name, path: null, page: '' }
  const id = ownPages.includes(entry.subjectType) ? entry.subjectId : null
  return { name, path: isGone(entry) ? null : settingsPath(section, id), page: t.settings.sections[section] }
}

function nameOf({ action, subjectType, label, note, visitor }: AuditEntry): string | null {
  if (visitor) return visitorName(visitor)
  if (action === 'VISITOR_ERASED') return note
  if (subjectType === 'MAIL') return (t.settings.mail.kinds as Record<string, string>)[note ?? ''] ?? note
  return label
}
