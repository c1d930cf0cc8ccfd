import { chatFields, messageFields, offerFields, operatorFields, visitorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const eventsSubscription = graphql(
  `
    subscription Events($after: String) {
      events(after: $after) {
        id
        cursor
        kind
        chatId
        subjectId
        typing
        lastReadSeq
        chat {
          ...ChatFields
        }
        activity {
          chatId
          status
          revision
          lastSeq
          lastVisitorSeq
          preview
          lastActivityAt
        }
        message {
          ...MessageFields
        }
        visitor {
          ...VisitorFields
        }
        invitation {
          ...OfferFields
        }
        operator {
          ...OperatorFields
        }
        channel {
          id
          name
          bot {
            id
            name
            enabled
          }
        }
        bot {
          id
          name
          enabled
          connected
        }
        department {
          id
          name
        }
      }
    }
  `,
  [chatFields, messageFields, visitorFields, offerFields, operatorFields],
)

/** What events carry of the configuration; never sent, it only tells the cache what to keep. */
export const configurationEventsSubscription = graphql(
  `
    subscription ConfigurationEvents {
      events {
        operator {
          ...OperatorFields
        }
        channel {
          id
          name
          bot {
            id
            name
            enabled
          }
        }
        bot {
          id
          name
          enabled
          connected
        }
        department {
          id
          name
        }
      }
    }
  `,
  [operatorFields],
)

export type LiveEvent = ResultOf<typeof eventsSubscription>['events']
export type EventKind = LiveEvent['kind']
