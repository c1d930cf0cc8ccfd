import type { EventType } from './events.ts'

/** The fields of Query that read what is configured. `useQuery` takes no others. */
export type ConfigurationField =
  | 'bot'
  | 'bots'
  | 'botProvider'
  | 'botProviders'
  | 'businessHours'
  | 'callSettings'
  | 'channel'
  | 'channels'
  | 'chatSettings'
  | 'departments'
  | 'firstSteps'
  | 'openChatCount'
  | 'operators'
  | 'operatorInvitations'
  | 'retention'
  | 'routingSettings'
  | 'savedViews'
  | 'tags'
  | 'viewer'
  | 'webhookEndpoint'
  | 'webhookEndpoints'

const OF_CHANNELS = ['channel', 'channels', 'bot', 'bots'] as const
const OF_OPERATORS = [
  'operators',
  'departments',
  'channel',
  'channels',
  'operatorInvitations',
  'firstSteps',
] as const
const OF_ENDPOINTS = ['webhookEndpoint', 'webhookEndpoints'] as const
/** Each call that starts uses up one of the balance. */
const OF_CALLS = ['callSettings'] as const
const OF_HOURS = ['businessHours'] as const
const OF_DEPARTMENTS = ['departments', 'operators', 'savedViews', 'businessHours', 'routingSettings'] as const
const OF_INVITATIONS = ['operatorInvitations', 'firstSteps'] as const
const OF_PROVIDERS = ['botProvider', 'botProviders'] as const
const OF_ROUTING = ['routingSettings'] as const
const OF_TAGS = ['tags'] as const
const OF_VIEWER = ['viewer'] as const

/** The fields that an event makes stale: it carries less of its subject than a page shows, and nothing that refers to it. */
export const staleAfterEvent = {
  AccountUpdated: ['firstSteps'],
  ChatOpened: ['firstSteps'],
  ChatAccepted: ['firstSteps'],
  ChannelCreated: OF_CHANNELS,
  ChannelUpdated: OF_CHANNELS,
  ChannelDeleted: [...OF_CHANNELS, 'businessHours', 'routingSettings'],
  BotConnected: OF_CHANNELS,
  BotUpdated: OF_CHANNELS,
  BotDisconnected: OF_CHANNELS,
  OperatorCreated: OF_OPERATORS,
  OperatorUpdated: OF_OPERATORS,
  OperatorSetAway: OF_OPERATORS,
  OperatorDeactivated: OF_OPERATORS,
  OperatorReactivated: OF_OPERATORS,
  DepartmentCreated: OF_DEPARTMENTS,
  DepartmentUpdated: OF_DEPARTMENTS,
  DepartmentDeleted: OF_DEPARTMENTS,
  WebhookEndpointCreated: OF_ENDPOINTS,
  WebhookEndpointUpdated: OF_ENDPOINTS,
  WebhookEndpointDisabled: OF_ENDPOINTS,
  WebhookEndpointDeleted: OF_ENDPOINTS,
  CallStarted: OF_CALLS,
  CallSettingsUpdated: OF_CALLS,
  BusinessHoursUpdated: OF_HOURS,
  BusinessHoursDeleted: OF_HOURS,
  BotProviderCreated: OF_PROVIDERS,
  BotProviderUpdated: OF_PROVIDERS,
  BotProviderDeleted: OF_PROVIDERS,
  OperatorInvited: OF_INVITATIONS,
  OperatorInvitationRevoked: OF_INVITATIONS,
  // Whether operators may create tags is read with the tags.
  ChatSettingsUpdated: ['chatSettings', 'tags'],
  TagCreated: OF_TAGS,
  TagUpdated: OF_TAGS,
  TagDeleted: OF_TAGS,
  RoutingSettingsUpdated: OF_ROUTING,
  RetentionUpdated: ['retention'],
  SavedViewCreated: ['savedViews'],
  SavedViewUpdated: ['savedViews'],
  SavedViewDeleted: ['savedViews'],
  ApiTokenCreated: OF_VIEWER,
  ApiTokenRevoked: OF_VIEWER,
  SessionCreated: OF_VIEWER,
  SessionEnded: OF_VIEWER,
  ChatLogSettingsUpdated: OF_VIEWER,
  DeveloperSettingsUpdated: OF_VIEWER,
} as const satisfies Partial<Record<EventType, readonly ConfigurationField[]>>

/** An event that changes the configuration. A new event is one of these, or `applyEvent` does something for it. */
export type ConfigurationEventType = keyof typeof staleAfterEvent

/**
 * The fields that also change without an event and are therefore read again when the page gets the focus back:
 * invitations and sessions expire, it opens and closes by the clock, sessions and tokens are used, and a widget is seen on a website.
 */
export const staleAfterAbsence: readonly ConfigurationField[] = [
  'businessHours',
  'firstSteps',
  'operatorInvitations',
  'viewer',
]

export interface MutationRule {
  /** What it makes stale apart from the entity in its payload. */
  stale: readonly ConfigurationField[]
  /** The type of the entity that it ends. */
  ends?: string
}

const OF_ENTITY_ALONE = { stale: [] }

/** What each mutation of the configuration makes stale. `Configuration.mutate` takes no others. */
export const configurationMutations = {
  createChannel: { stale: ['channels'] },
  deleteChannel: { stale: ['channels', 'bots', 'businessHours', 'routingSettings'], ends: 'Channel' },
  connectBot: { stale: ['bots', 'channels'] },
  disconnectBot: { stale: ['bots', 'channels'], ends: 'Bot' },
  createBotProvider: { stale: ['botProviders'] },
  deleteBotProvider: { stale: ['botProviders', 'bots'], ends: 'BotProvider' },
  createDepartment: { stale: ['departments', 'operators'] },
  updateDepartment: { stale: ['departments', 'operators'] },
  deleteDepartment: {
    stale: ['departments', 'operators', 'businessHours', 'routingSettings'],
    ends: 'Department',
  },
  updateBusinessHours: { stale: OF_HOURS },
  deleteBusinessHours: { stale: OF_HOURS, ends: 'BusinessHours' },
  updateCallSettings: { stale: ['callSettings'] },
  rotateCallSecret: { stale: ['callSettings'] },
  rotateCallToken: { stale: ['callSettings'] },
  inviteOperator: { stale: ['operatorInvitations'] },
  revokeOperatorInvitation: { stale: ['operatorInvitations'] },
  createWebhookEndpoint: { stale: ['webhookEndpoints'] },
  deleteWebhookEndpoint: { stale: ['webhookEndpoints'], ends: 'WebhookEndpoint' },
  updateAccount: { stale: ['firstSteps'] },
  updateDeveloperSettings: { stale: ['viewer'] },
  endSession: { stale: ['viewer'] },
  createApiToken: { stale: ['viewer'] },
  revokeApiToken: { stale: ['viewer'] },
  changePassword: { stale: ['viewer'] },
  setWeeklyReport: { stale: ['viewer'] },
  subscribeToPush: { stale: ['viewer'] },
  unsubscribeFromPush: { stale: ['viewer'] },
  updateChatSettings: { stale: ['chatSettings', 'tags'] },
  createTag: { stale: OF_TAGS },
  updateTag: { stale: OF_TAGS },
  deleteTag: { stale: OF_TAGS, ends: 'Tag' },
  updateRoutingSettings: { stale: OF_ROUTING },
  updateRetention: { stale: ['retention'] },
  createSavedView: { stale: ['savedViews'] },
  updateSavedView: OF_ENTITY_ALONE,
  pinSavedView: OF_ENTITY_ALONE,
  deleteSavedView: { stale: ['savedViews'], ends: 'SavedView' },
  updateChannel: OF_ENTITY_ALONE,
  pauseChannel: OF_ENTITY_ALONE,
  resumeChannel: OF_ENTITY_ALONE,
  trustMediaHosts: OF_ENTITY_ALONE,
  rotateChannelSecret: OF_ENTITY_ALONE,
  rotateChannelPublicId: OF_ENTITY_ALONE,
  setWidgetLogo: OF_ENTITY_ALONE,
  updateBot: OF_ENTITY_ALONE,
  updateBotProvider: OF_ENTITY_ALONE,
  updateOperator: OF_ENTITY_ALONE,
  deactivateOperator: OF_ENTITY_ALONE,
  reactivateOperator: OF_ENTITY_ALONE,
  updateProfile: OF_ENTITY_ALONE,
  setAvailability: OF_ENTITY_ALONE,
  setOperatorAway: OF_ENTITY_ALONE,
  updateWebhookEndpoint: OF_ENTITY_ALONE,
  rotateWebhookSecret: OF_ENTITY_ALONE,
  endOldWebhookSecret: OF_ENTITY_ALONE,
  updateChatLogSettings: OF_ENTITY_ALONE,
} as const satisfies Record<string, MutationRule>

export type ConfigurationMutation = keyof typeof configurationMutations
