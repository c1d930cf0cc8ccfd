import { archivePath, inboxPath, savedViewKey, settingsPath } from '../../browser/route.ts'
import type { SettingsSection } from '../../browser/settings-sections.ts'
import type { AuditEntry } from '../../graphql/records.ts'
import { t } from '../../messages/index.ts'
import { tSettings } from '../../messages/settings.ts'
import { visitorName } from '../../state/names.ts'

interface Subject {
  /** Null when it has none, such as the settings of calls. */
  name: string | null
  /** Null when there is no page to go to. */
  path: string | null
  /** What the page is called. */
  page: string
}

type Page = Omit<Subject, 'name'>
type PageOf = (entry: AuditEntry) => Page

/** Where something of each kind has its page. */
const pageOf: Record<AuditEntry['subjectType'], PageOf> = {
  ACCOUNT: ({ action }) => inSection((accountSections as Partial<Record<string, SettingsSection>>)[action]),
  API_TOKEN: nowhere,
  BOT: (entry) => inSection('bots', entry),
  BOT_PROVIDER: (entry) => inSection('bot-providers', entry),
  CANNED_REPLY: () => inSection('canned-replies'),
  CHANNEL: (entry) => inSection('channels', entry),
  CHAT: ({ chat }) => ({ path: chat && inboxPath('all', chat.id), page: tSettings.audit.chat }),
  DEPARTMENT: () => inSection('departments'),
  MAIL: () => inSection('mail'),
  OFFLINE_MESSAGE: ({ subjectId }) => ({
    path: archivePath('offline-messages', subjectId),
    page: tSettings.audit.offlineMessage,
  }),
  OPERATOR: () => inSection('people'),
  OPERATOR_INVITATION: () => inSection('people'),
  SAVED_VIEW: ({ subjectId }) => ({ path: inboxPath(savedViewKey(subjectId)), page: t.views.title }),
  TAG: () => inSection('tags'),
  VISITOR: ({ visitor }) => {
    const chat = visitor?.chats.nodes[0]
    return { path: chat ? inboxPath('all', chat.id) : null, page: t.visitor.title }
  },
  WEBHOOK_ENDPOINT: (entry) => inSection('developers', entry),
}
/** The pages with the settings of the account. */
const accountSections: Record<
  | Extract<AuditEntry['action'], `${string}_SETTINGS_UPDATED`>
  | 'ACCOUNT_UPDATED'
  | 'BUSINESS_HOURS_UPDATED'
  | 'CANNED_REPLIES_IMPORTED'
  | 'RETENTION_UPDATED',
  SettingsSection
> = {
  ACCOUNT_UPDATED: 'account',
  BUSINESS_HOURS_UPDATED: 'hours',
  CALL_SETTINGS_UPDATED: 'calls',
  CANNED_REPLIES_IMPORTED: 'canned-replies',
  CHAT_LOG_SETTINGS_UPDATED: 'developers',
  CHAT_SETTINGS_UPDATED: 'chats',
  DEVELOPER_SETTINGS_UPDATED: 'developers',
  RETENTION_UPDATED: 'retention',
  ROUTING_SETTINGS_UPDATED: 'routing',
}
const isGone = ({ action }: AuditEntry) => /_(DELETED|DISCONNECTED|ERASED)$/.test(action)

/** The subject of an entry: its name, and the address of its page. */
export function subjectOf(entry: AuditEntry): Subject {
  // A newer server may have subjects that this version does not know.
  const find: PageOf | undefined = pageOf[entry.subjectType]
  const { path, page } = find?.(entry) ?? nowhere()
  return { name: nameOf(entry), path: isGone(entry) ? null : path, page }
}

function nowhere(): Page {
  return { path: null, page: '' }
}

/** A page of the settings; with an entry, its own page there. */
function inSection(section: SettingsSection | undefined, entry?: AuditEntry): Page {
  if (!section) return nowhere()
  return { path: settingsPath(section, entry?.subjectId), page: t.settingsSections[section] }
}

function nameOf({ action, subjectType, label, note, visitor }: AuditEntry): string | null {
  if (visitor) return visitorName(visitor)
  if (action === 'VISITOR_ERASED') return note
  if (subjectType === 'MAIL') return (tSettings.mail.kinds as Record<string, string>)[note ?? ''] ?? note
  return label
}
