import { graphql, type ResultOf } from './graphql.ts'

export const channelFields = graphql(`
  fragment ChannelFields on Channel {
    id
    kind
    name
    publicId
    settings {
      __typename
      ... on ChatApiSettings {
        serverUrl
        replyUrl
        chunked
        acceptsAny2xx
        address
      }
      ... on WidgetSettings {
        scriptUrl
        color
        color2
        position
        theme
        locale
        title
        greeting
        offlineText
        origins
        contactsForm
        contactFields
        requiredFields
        offlineForm
        hiddenOffline
        sound
        showsAnswers
        offsetX
        offsetY
        zIndex
        launcherIcon
        launcherShapes {
          icon
          shape
        }
        launcherLabel
        logoUrl
        quickQuestions
        mailsReplies
        mailRepliesMinutes
        mailSenderName
      }
    }
    paused
    botCounts
    botOutsideHours
    mediaHosts
    requiresTag
    routing
    offerSeconds
    bot {
      id
      name
    }
    createdAt
    operatorCount
  }
`)

export type Channel = ResultOf<typeof channelFields>
export type ChatApiSettings = Extract<Channel['settings'], { __typename: 'ChatApiSettings' }>

/** The settings of a chat channel; null for a channel of another kind. */
export function chatApiOf({ settings }: Channel): ChatApiSettings | null {
  return settings.__typename === 'ChatApiSettings' ? settings : null
}

export type WidgetSettings = Extract<Channel['settings'], { __typename: 'WidgetSettings' }>

/** The settings of a widget; null for a channel of another kind. */
export function widgetOf({ settings }: Channel): WidgetSettings | null {
  return settings.__typename === 'WidgetSettings' ? settings : null
}

export const channelsQuery = graphql(
  `
    query Channels($first: Int!, $after: String) {
      channels(first: $first, after: $after) {
        edges {
          node {
            ...ChannelFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [channelFields],
)

/** The triggers of a widget, and how often visitors responded. */
export const triggersQuery = graphql(`
  query Triggers($id: ID!) {
    channel(id: $id) {
      id
      settings {
        __typename
        ... on WidgetSettings {
          rules
          triggerCounts {
            ruleId
            shown
            answered
          }
        }
      }
    }
  }
`)

/** Whether the viewer sees any channel, and to which they are assigned. */
export const anyChannelQuery = graphql(`
  query AnyChannel($first: Int!) {
    viewer {
      channels {
        id
      }
    }
    channels(first: $first) {
      edges {
        node {
          id
        }
      }
    }
  }
`)

/** Apart from what lists of channels read: they may be a thousand. */
export const assignedFields = graphql(`
  fragment AssignedFields on Channel {
    operators {
      id
    }
  }
`)

/** A channel with its operators. */
export type WholeChannel = Channel & ResultOf<typeof assignedFields>

export const channelQuery = graphql(
  `
    query Channel($id: ID!) {
      channel(id: $id) {
        ...ChannelFields
      }
    }
  `,
  [channelFields],
)

/** Who can be in the chats of a channel. */
export const channelOperatorsQuery = graphql(
  `
    query ChannelOperators($id: ID!) {
      channel(id: $id) {
        id
        ...AssignedFields
      }
    }
  `,
  [assignedFields],
)

export const channelDeliveriesQuery = graphql(`
  query ChannelDeliveries($id: ID!, $state: DeliveryState, $first: Int!, $after: String) {
    channel(id: $id) {
      deliveries(state: $state, first: $first, after: $after) {
        edges {
          node {
            id
            state
            attempts
            nextAttemptAt
            errorCode
            errorMessage
            sentAt
            createdAt
            message {
              id
              type
              text
              chat {
                id
              }
            }
            log {
              id
              startedAt
              durationMs
              status
              errorCode
              byStatus
              detail
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

type DeliveriesOf = NonNullable<ResultOf<typeof channelDeliveriesQuery>['channel']>['deliveries']
export type LoggedDelivery = DeliveriesOf['edges'][number]['node']
