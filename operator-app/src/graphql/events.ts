import { callFields } from './calls.ts'
import { crmFields } from './crm.ts'
import { chatFields, messageFields, offerFields, operatorFields, visitorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'
import { mentionFields } from './mentions.ts'
import { notificationSettingsFields } from './notification-settings.ts'

const channelFields = graphql(`
  fragment EventChannelFields on Channel {
    id
    name
    paused
    mediaHosts
    requiresTag
    routing
    offerSeconds
    bot {
      id
      name
      enabled
    }
  }
`)

const botFields = graphql(`
  fragment EventBotFields on Bot {
    id
    name
    enabled
    connected
  }
`)

/** Changes of a chat carry the chat; a new message carries only what it changes there, which costs the server no read. */
export const eventsSubscription = graphql(
  `
    subscription Events($after: String) {
      events(after: $after) {
        __typename
        id
        cursor
        occurredAt
        ... on ChatChangedEvent {
          chat {
            ...ChatFields
          }
        }
        ... on CrmEvent {
          chat {
            ...CrmFields
          }
        }
        ... on ChatRead {
          chat {
            id
          }
          lastReadSeq
        }
        ... on ChatMarkedUnread {
          chat {
            id
          }
        }
        ... on MessagesDelivered {
          chat {
            id
          }
          deliveredSeq
          seenSeq
        }
        ... on MessagesSeen {
          chat {
            id
          }
          deliveredSeq
          seenSeq
        }
        ... on MessagesMailed {
          chat {
            id
          }
          seqs
          mailedAt
        }
        ... on ChatInvitationEvent {
          invitation {
            ...OfferFields
          }
        }
        ... on MessageCreated {
          message {
            ...MessageFields
          }
          activity {
            chat {
              id
            }
            status
            revision
            lastSeq
            lastVisitorSeq
            preview
            lastActivityAt
            unansweredSince
          }
        }
        ... on MessageEdited {
          message {
            ...MessageFields
          }
        }
        ... on MessageDeleted {
          message {
            ...MessageFields
          }
        }
        ... on TargetNeared {
          targetKind
        }
        ... on TargetMissed {
          targetKind
        }
        ... on OperatorMentioned {
          actor {
            ... on Operator {
              name
            }
          }
          mention {
            ...MentionFields
          }
        }
        ... on MentionsSeen {
          chat {
            id
          }
        }
        ... on DeliveryEvent {
          delivery {
            message {
              ...MessageFields
            }
          }
        }
        ... on VisitorEvent {
          visitor {
            ...VisitorFields
          }
        }
        ... on VisitorInvited {
          visitor {
            id
          }
        }
        ... on VisitInvitationAnswered {
          visitor {
            id
          }
        }
        ... on VisitorsMerged {
          merged { id }
        }
        ... on VisitorErased {
          visitorId
        }
        ... on OfflineMessageEvent {
          offlineMessage { id }
        }
        ... on CallEvent {
          call {
            ...CallFields
          }
        }
        ... on OperatorEvent {
          operator {
            ...OperatorFields
          }
        }
        ... on AccountUpdated {
          name
          awayReasons
        }
        ... on NotificationSettingsUpdated {
          notificationSettings {
            ...NotificationSettingsFields
          }
        }
        ... on ChannelCreated {
          channel {
            ...EventChannelFields
          }
        }
        ... on ChannelUpdated {
          channel {
            ...EventChannelFields
          }
        }
        ... on DepartmentUpdated {
          department {
            id
            name
          }
        }
        ... on DepartmentDeleted {
          departmentId
        }
        ... on BotConnected {
          bot {
            ...EventBotFields
          }
        }
        ... on BotUpdated {
          bot {
            ...EventBotFields
          }
        }
        ... on BotDisconnected {
          bot {
            ...EventBotFields
          }
        }
      }
    }
  `,
  [
    chatFields,
    crmFields,
    messageFields,
    mentionFields,
    visitorFields,
    offerFields,
    callFields,
    operatorFields,
    channelFields,
    botFields,
    notificationSettingsFields,
  ],
)

/** Who is typing and who is present: transient, and never replayed. */
export const signalsSubscription = graphql(
  `
    subscription Signals {
      signals {
        __typename
        ... on TypingChanged {
          chat {
            id
          }
          actor {
            __typename
            id
          }
          typing
        }
        ... on PresenceChanged {
          operator {
            ...OperatorFields
          }
        }
      }
    }
  `,
  [operatorFields],
)

/**
 * The parts of the configuration that events carry. It is never sent: it only tells the cache what to keep. It names
 * no interface, because the cache does without the schema.
 */
export const configurationEventsSubscription = graphql(
  `
    subscription ConfigurationEvents {
      events {
        __typename
        ... on OperatorUpdated {
          operator {
            ...OperatorFields
          }
        }
        ... on ChannelUpdated {
          channel {
            ...EventChannelFields
          }
        }
        ... on BotUpdated {
          bot {
            ...EventBotFields
          }
        }
        ... on DepartmentUpdated {
          department {
            id
            name
          }
        }
      }
    }
  `,
  [operatorFields, channelFields, botFields],
)

export type LiveEvent = ResultOf<typeof eventsSubscription>['events']
export type EventType = LiveEvent['__typename']
/** An event of one type, or of several. */
export type EventOf<Type extends EventType> = Extract<LiveEvent, { __typename: Type }>
export type Signal = ResultOf<typeof signalsSubscription>['signals']
export type ConfigurationEvent = Extract<
  ResultOf<typeof configurationEventsSubscription>['events'],
  { __typename: 'OperatorUpdated' | 'ChannelUpdated' | 'BotUpdated' | 'DepartmentUpdated' }
>
