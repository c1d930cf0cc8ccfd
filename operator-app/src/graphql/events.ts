import { callFields } from './calls.ts'
import { eventBotFields, eventChannelFields } from './configuration-events.ts'
import { crmFields } from './crm.ts'
import { chatFields, messageFields, offerFields, operatorFields, visitorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'
import { mentionFields } from './mentions.ts'
import { notificationSettingsFields } from './notification-settings.ts'

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
        ... on ChatUnsnoozed {
          actor {
            __typename
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
    eventChannelFields,
    eventBotFields,
    notificationSettingsFields,
  ],
)

export type LiveEvent = ResultOf<typeof eventsSubscription>['events']
export type EventType = LiveEvent['__typename']
/** An event of one type, or of several. */
export type EventOf<Type extends EventType> = Extract<LiveEvent, { __typename: Type }>
