import { chatFields, messageFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const chatsQuery = graphql(
  `
    query Chats(
      $view: ChatView
      $filter: ChatFilter
      $orderBy: ChatOrder
      $search: String
      $first: Int!
      $after: String
    ) {
      chats(view: $view, filter: $filter, orderBy: $orderBy, search: $search, first: $first, after: $after) {
        edges {
          node {
            ...ChatFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [chatFields],
)

export const chatCountsQuery = graphql(`
  query ChatCounts($withPinned: Boolean!) {
    chatCounts {
      waiting
      mine
      bot
      all
      snoozed
    }
    savedViews(pinned: true) @include(if: $withPinned) {
      id
      chatCount
    }
  }
`)

export const chatQuery = graphql(
  `
    query Chat($id: ID!) {
      chat(by: { id: $id }) {
        ...ChatFields
      }
    }
  `,
  [chatFields],
)

/** Null in the place of each that does not exist or may not be seen. */
export const chatsByIdQuery = graphql(
  `
    query ChatsById($ids: [ID!]!) {
      nodes(ids: $ids) {
        ... on Chat {
          ...ChatFields
        }
      }
    }
  `,
  [chatFields],
)

export const messagesQuery = graphql(
  `
    query Messages($chatId: ID!, $last: Int!, $before: String) {
      chat(by: { id: $chatId }) {
        ...ChatFields
        messages(last: $last, before: $before) {
          edges {
            node {
              ...MessageFields
            }
          }
          pageInfo {
            hasPreviousPage
            startCursor
          }
        }
      }
    }
  `,
  [chatFields, messageFields],
)

export const messagePlaceQuery = graphql(`
  query MessagePlace($id: ID!) {
    node(id: $id) {
      ... on Message {
        seq
        chat {
          id
        }
      }
    }
  }
`)

export const earlierChatsQuery = graphql(`
  query EarlierChats($visitorId: ID!, $first: Int!, $filter: ChatFilter) {
    node(id: $visitorId) {
      ... on Visitor {
        chats(first: $first, filter: $filter) {
          edges {
            node {
              id
              number
              status
              preview
              createdAt
              closedAt
              outcome
              rating
              ratingComment
              answeredBy {
                id
                name
              }
            }
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }
  }
`)

type EarlierChatsNode = NonNullable<ResultOf<typeof earlierChatsQuery>['node']>
export type EarlierChat = Extract<EarlierChatsNode, { chats: unknown }>['chats']['edges'][number]['node']
