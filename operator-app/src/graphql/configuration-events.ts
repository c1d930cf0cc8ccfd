import { operatorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const eventChannelFields = graphql(`
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

export const eventBotFields = graphql(`
  fragment EventBotFields on Bot {
    id
    name
    enabled
    connected
  }
`)

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
  [operatorFields, eventChannelFields, eventBotFields],
)

export type ConfigurationEvent = Extract<
  ResultOf<typeof configurationEventsSubscription>['events'],
  { __typename: 'OperatorUpdated' | 'ChannelUpdated' | 'BotUpdated' | 'DepartmentUpdated' }
>
