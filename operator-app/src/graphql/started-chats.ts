import { chatFields, userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

/** Whether a visitor can be written to now. */
export const reachabilityQuery = graphql(`
  query Reachability($visitorId: ID!) {
    node(id: $visitorId) {
      ... on Visitor {
        unreachableReason
        openChats: chats(first: 1, filter: { status: [BOT, QUEUED, ACTIVE] }) {
          nodes {
            id
          }
        }
      }
    }
  }
`)

type Visitor = Extract<NonNullable<ResultOf<typeof reachabilityQuery>['node']>, { openChats: unknown }>
export type UnreachableReason = NonNullable<Visitor['unreachableReason']>

export const continuationQuery = graphql(`
  query Continuation($chatId: ID!) {
    node(id: $chatId) {
      ... on Chat {
        continuedBy {
          id
          number
          status
        }
      }
    }
  }
`)

export const startChatMutation = graphql(
  `
    mutation StartChat($input: StartChatInput!) {
      startChat(input: $input) {
        chat {
          ...ChatFields
        }
        message {
          id
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)
