import { inAudit, inSettings } from './common-fields.ts'
import type { EventKindEntry } from './event-kind-entry.ts'

/** Events about what is configured. */
export const settingsKinds = {
  CHANNEL_CREATED: {
    ...inSettings,
    description: 'A channel was created.',
    subject: 'CHANNEL',
    audience: 'CHANNEL',
  },
  CHANNEL_UPDATED: {
    ...inSettings,
    description: 'A channel changed: its settings, operators or bot.',
    subject: 'CHANNEL',
    audience: 'CHANNEL',
  },
  CHANNEL_DELETED: {
    ...inSettings,
    description: 'A channel was deleted. Its open chats are closed.',
    subject: 'DELETED',
    audience: 'CHANNEL',
  },
  BOT_CONNECTED: { ...inSettings, description: 'A bot was connected.', subject: 'BOT', audience: 'ACCOUNT' },
  BOT_UPDATED: {
    ...inSettings,
    description: 'A bot changed: its name, token, channels, or whether it is switched on.',
    subject: 'BOT',
    audience: 'ACCOUNT',
  },
  BOT_DISCONNECTED: {
    ...inSettings,
    description: 'A bot was disconnected.',
    subject: 'BOT',
    audience: 'ACCOUNT',
  },
  WEBHOOK_ENDPOINT_CREATED: {
    ...inSettings,
    description: 'A webhook endpoint was created.',
    subject: 'WEBHOOK_ENDPOINT',
    audience: 'ACCOUNT',
  },
  WEBHOOK_ENDPOINT_UPDATED: {
    ...inSettings,
    description: 'A webhook endpoint changed.',
    subject: 'WEBHOOK_ENDPOINT',
    audience: 'ACCOUNT',
  },
  WEBHOOK_ENDPOINT_DISABLED: {
    ...inSettings,
    description:
      'A webhook endpoint was switched off automatically: it answered 410 Gone, or all deliveries failed for five days.',
    subject: 'WEBHOOK_ENDPOINT',
    audience: 'ACCOUNT',
  },
  WEBHOOK_ENDPOINT_DELETED: {
    ...inSettings,
    description: 'A webhook endpoint was deleted.',
    subject: 'WEBHOOK_ENDPOINT',
    audience: 'ACCOUNT',
  },
  BOT_PROVIDER_CREATED: { ...inAudit, description: 'A bot provider was created.', audience: 'ACCOUNT' },
  BOT_PROVIDER_UPDATED: { ...inAudit, description: 'A bot provider changed.', audience: 'ACCOUNT' },
  BOT_PROVIDER_DELETED: { ...inAudit, description: 'A bot provider was deleted.', audience: 'ACCOUNT' },
  CALL_SETTINGS_UPDATED: { ...inAudit, description: 'The settings of calls changed.', audience: 'ACCOUNT' },
  BUSINESS_HOURS_UPDATED: {
    ...inAudit,
    description: 'The business hours of the account, of a channel or of a department were set.',
    audience: 'ACCOUNT',
  },
  BUSINESS_HOURS_DELETED: {
    ...inAudit,
    description: 'Business hours were deleted: those of the account hold again, or none.',
    audience: 'ACCOUNT',
  },
  CHAT_LOG_SETTINGS_UPDATED: {
    ...inAudit,
    description: 'The addresses that get the logs of chats changed.',
    audience: 'ACCOUNT',
  },
  DEVELOPER_SETTINGS_UPDATED: {
    ...inAudit,
    description: 'The developer settings changed.',
    audience: 'ACCOUNT',
  },
  ACCOUNT_UPDATED: { ...inAudit, description: 'The account was renamed.', audience: 'ACCOUNT' },
  CHAT_SETTINGS_UPDATED: {
    ...inAudit,
    description: 'How the chats of the account behave changed.',
    audience: 'ACCOUNT',
  },
  ROUTING_SETTINGS_UPDATED: {
    ...inAudit,
    description: 'The routing rules, what else the routing does, or the targets changed.',
    audience: 'ACCOUNT',
  },
  TAG_CREATED: { ...inAudit, description: 'A tag was created.', audience: 'ACCOUNT' },
  TAG_UPDATED: { ...inAudit, description: 'A tag was changed, archived or restored.', audience: 'ACCOUNT' },
  TAG_DELETED: { ...inAudit, description: 'A tag that no chat had was deleted.', audience: 'ACCOUNT' },
  RETENTION_UPDATED: { ...inAudit, description: 'How long data is kept changed.', audience: 'ACCOUNT' },
  CANNED_REPLY_CREATED: {
    ...inSettings,
    description:
      'A canned reply was created. Of personal ones, only their operator gets this and the next events.',
    subject: 'CANNED_REPLY',
    audience: 'ACCOUNT',
  },
  CANNED_REPLY_UPDATED: {
    ...inSettings,
    description: 'A canned reply changed.',
    subject: 'CANNED_REPLY',
    audience: 'ACCOUNT',
  },
  CANNED_REPLY_DELETED: {
    ...inSettings,
    description: 'A canned reply was deleted.',
    subject: 'CANNED_REPLY',
    audience: 'ACCOUNT',
  },
  CANNED_REPLIES_IMPORTED: {
    ...inSettings,
    description: 'Canned replies were created and changed from a file: read them again.',
    subject: null,
    audience: 'ACCOUNT',
  },
  SAVED_VIEW_CREATED: {
    ...inAudit,
    description: 'A view of the inbox was saved. Only its creator is told of a personal one.',
    audience: 'ACCOUNT',
  },
  SAVED_VIEW_UPDATED: {
    ...inAudit,
    description:
      'A saved view of the inbox was changed, or the viewer has pinned or unpinned it. Only its creator is told of a personal one.',
    audience: 'ACCOUNT',
  },
  SAVED_VIEW_DELETED: {
    ...inAudit,
    description: 'A saved view of the inbox was deleted. Only its creator is told of a personal one.',
    audience: 'ACCOUNT',
  },
} as const satisfies Record<string, EventKindEntry>
