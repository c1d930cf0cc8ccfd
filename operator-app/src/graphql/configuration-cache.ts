import type { Exchange } from '@urql/core'
import { type Cache, cacheExchange, type Resolver, type UpdateResolver } from '@urql/exchange-graphcache'
import type { EventType } from './events.ts'

/** The fields of Query that read what is configured. */
export type ConfigurationField =
  | 'bot'
  | 'bots'
  | 'botProvider'
  | 'botProviders'
  | 'callSettings'
  | 'channel'
  | 'channels'
  | 'chatSettings'
  | 'departments'
  | 'operators'
  | 'operatorInvitations'
  | 'retention'
  | 'viewer'
  | 'webhookEndpoint'
  | 'webhookEndpoints'

const OF_CHANNELS = ['channel', 'channels', 'bot', 'bots'] as const
const OF_OPERATORS = ['operators', 'departments', 'channel', 'channels', 'operatorInvitations'] as const
const OF_ENDPOINTS = ['webhookEndpoint', 'webhookEndpoints'] as const
/** Each call that starts uses up one of the balance. */
const OF_CALLS = ['callSettings'] as const
const OF_DEPARTMENTS = ['departments', 'operators'] as const
const OF_INVITATIONS = ['operatorInvitations'] as const
const OF_PROVIDERS = ['botProvider', 'botProviders'] as const
const OF_VIEWER = ['viewer'] as const

/** The fields that an event makes stale: it carries less of its subject than a page shows, and nothing that refers to it. */
export const staleAfterEvent: Partial<Record<EventType, readonly ConfigurationField[]>> = {
  ChannelCreated: OF_CHANNELS,
  ChannelUpdated: OF_CHANNELS,
  ChannelDeleted: OF_CHANNELS,
  BotConnected: OF_CHANNELS,
  BotUpdated: OF_CHANNELS,
  BotDisconnected: OF_CHANNELS,
  OperatorCreated: OF_OPERATORS,
  OperatorUpdated: OF_OPERATORS,
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
  BotProviderCreated: OF_PROVIDERS,
  BotProviderUpdated: OF_PROVIDERS,
  BotProviderDeleted: OF_PROVIDERS,
  OperatorInvited: OF_INVITATIONS,
  OperatorInvitationRevoked: OF_INVITATIONS,
  ChatSettingsUpdated: ['chatSettings'],
  RetentionUpdated: ['retention'],
  ApiTokenCreated: OF_VIEWER,
  ApiTokenRevoked: OF_VIEWER,
  SessionCreated: OF_VIEWER,
  SessionEnded: OF_VIEWER,
  ChatLogSettingsUpdated: OF_VIEWER,
  DeveloperSettingsUpdated: OF_VIEWER,
}

/**
 * The fields that also change without an event and are therefore read again when the page gets the focus back:
 * invitations and sessions expire, and sessions and tokens are used.
 */
export const staleAfterAbsence: readonly ConfigurationField[] = ['operatorInvitations', 'viewer']

/** The fields that a mutation makes stale, apart from the entity in its payload, and the type of the one that it ends. */
const staleAfterMutation: Record<string, { fields: readonly ConfigurationField[]; ends?: string }> = {
  createChannel: { fields: ['channels'] },
  deleteChannel: { fields: ['channels', 'bots'], ends: 'Channel' },
  connectBot: { fields: ['bots', 'channels'] },
  disconnectBot: { fields: ['bots', 'channels'], ends: 'Bot' },
  createBotProvider: { fields: ['botProviders'] },
  deleteBotProvider: { fields: ['botProviders', 'bots'], ends: 'BotProvider' },
  createDepartment: { fields: ['departments', 'operators'] },
  updateDepartment: { fields: ['departments', 'operators'] },
  deleteDepartment: { fields: ['departments', 'operators'], ends: 'Department' },
  updateCallSettings: { fields: ['callSettings'] },
  rotateCallSecret: { fields: ['callSettings'] },
  rotateCallToken: { fields: ['callSettings'] },
  inviteOperator: { fields: ['operatorInvitations'] },
  revokeOperatorInvitation: { fields: ['operatorInvitations'] },
  createWebhookEndpoint: { fields: ['webhookEndpoints'] },
  deleteWebhookEndpoint: { fields: ['webhookEndpoints'], ends: 'WebhookEndpoint' },
  updateDeveloperSettings: { fields: ['viewer'] },
  endSession: { fields: ['viewer'] },
  createApiToken: { fields: ['viewer'] },
  revokeApiToken: { fields: ['viewer'] },
  changePassword: { fields: ['viewer'] },
  updateChatSettings: { fields: ['chatSettings'] },
  updateRetention: { fields: ['retention'] },
}

/** The other mutations: they change only the entity in their payload. */
const OF_ENTITY_ALONE = [
  'updateChannel',
  'pauseChannel',
  'resumeChannel',
  'rotateChannelSecret',
  'rotateChannelPublicId',
  'updateBot',
  'updateBotProvider',
  'updateOperator',
  'deactivateOperator',
  'reactivateOperator',
  'updateProfile',
  'setAvailability',
  'updateWebhookEndpoint',
  'rotateWebhookSecret',
  'endOldWebhookSecret',
  'updateChatLogSettings',
]

/** Types without an id, which are stored as a part of the object that refers to them. */
const EMBEDDED = [
  'CallHours',
  'CallSettings',
  'ChatApiSettings',
  'WidgetSettings',
  'TriggerCount',
  'DeveloperSettings',
  'ChatSettings',
  'Retention',
  'Viewer',
  'UserError',
  ...['OperatorUpdated', 'ChannelUpdated', 'BotUpdated', 'DepartmentUpdated'],
  ...[...Object.keys(staleAfterMutation), ...OF_ENTITY_ALONE].map(payloadOf),
]

type OnStale = (fields: readonly ConfigurationField[]) => void

/**
 * The normalized cache of what is configured: one copy of each channel, bot and person, however many pages show it. It
 * does without the schema: introspection data would only let it show entities of which fields are missing.
 *
 * `onStale` is called with the fields that a mutation makes stale, before urql reads them again. It sends no query whose
 * answer is on its way already, although that answer may be older than the mutation.
 */
export function createConfigurationCache(onStale: OnStale): Exchange {
  return cacheExchange({
    keys: Object.fromEntries(EMBEDDED.map((type) => [type, () => null])),
    // Every fragment names the very type that it is about.
    possibleTypes: {},
    resolvers: {
      Query: {
        channel: findById('Channel'),
        bot: findById('Bot'),
        botProvider: findById('BotProvider'),
        webhookEndpoint: findById('WebhookEndpoint'),
      },
    },
    updates: {
      Mutation: Object.fromEntries(
        Object.entries(staleAfterMutation).map(([name, { fields, ends }]) => [
          name,
          forget(fields, ends, onStale),
        ]),
      ),
    },
  })
}

/** A page is shown at once when a list has brought everything that it shows. */
function findById(__typename: string): Resolver {
  return (_parent, args, cache, { fieldName }) =>
    cache.resolve('Query', fieldName, args) === null ? null : { __typename, id: String(args.id) }
}

/** `updateBot` answers with an `UpdateBotPayload`. */
function payloadOf(mutation: string): string {
  return `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Payload`
}

function forget(
  fields: readonly ConfigurationField[],
  ends: string | undefined,
  onStale: OnStale,
): UpdateResolver {
  return (_result, args, cache: Cache) => {
    onStale(fields)
    const { input } = args as { input: { id?: string } }
    if (ends && input.id) cache.invalidate({ __typename: ends, id: input.id })
    for (const { fieldName, arguments: given } of cache.inspectFields('Query'))
      if (fields.some((field) => field === fieldName)) cache.invalidate('Query', fieldName, given)
  }
}
