import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

/** With the newest events, which determine its state. */
const botFields = graphql(`
  fragment BotFields on Bot {
    id
    name
    enabled
    connected
    provider {
      id
      name
    }
    channels {
      id
      name
      botCounts
      botOutsideHours
    }
    newest: events(first: 1) {
      edges {
        node {
          id
          createdAt
        }
      }
    }
    sent: events(first: 5, direction: OUT) {
      edges {
        node {
          id
          state
        }
      }
    }
  }
`)

export type Bot = ResultOf<typeof botFields>

const botEventFields = graphql(`
  fragment BotEventFields on BotEvent {
    id
    eventId
    direction
    kind
    state
    body
    note
    nextAttemptAt
    createdAt
    log {
      id
      startedAt
      durationMs
      status
      detail
    }
    chat {
      id
    }
  }
`)

export type BotEvent = ResultOf<typeof botEventFields>

export const botsQuery = graphql(
  `
    query Bots($first: Int!, $after: String) {
      bots(first: $first, after: $after) {
        edges {
          node {
            ...BotFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [botFields],
)

export const botQuery = graphql(
  `
    query Bot($id: ID!) {
      bot(id: $id) {
        ...BotFields
      }
    }
  `,
  [botFields],
)

export const botEventsQuery = graphql(
  `
    query BotEvents($id: ID!, $state: BotEventState, $direction: BotEventDirection, $first: Int!, $after: String) {
      bot(id: $id) {
        events(state: $state, direction: $direction, first: $first, after: $after) {
          edges {
            node {
              ...BotEventFields
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [botEventFields],
)

export const connectBotMutation = graphql(
  `
    mutation ConnectBot($input: ConnectBotInput!) {
      connectBot(input: $input) {
        bot {
          ...BotFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [botFields, userErrorFields],
)

export const updateBotMutation = graphql(
  `
    mutation UpdateBot($input: UpdateBotInput!) {
      updateBot(input: $input) {
        bot {
          ...BotFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [botFields, userErrorFields],
)

export const disconnectBotMutation = graphql(
  `
    mutation DisconnectBot($input: DisconnectBotInput!) {
      disconnectBot(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const testBotMutation = graphql(
  `
    mutation TestBot($input: TestBotInput!) {
      testBot(input: $input) {
        event {
          ...BotEventFields
        }
        answeredEvent
        note
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [botEventFields, userErrorFields],
)
