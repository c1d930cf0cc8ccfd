import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const offlineMessageFields = graphql(`
  fragment OfflineMessageFields on OfflineMessage {
    id
    state
    name
    email
    phone
    text
    pageUrl
    answer
    answeredAt
    createdAt
    channel {
      id
      name
    }
    department {
      id
      name
    }
    visitor {
      id
      number
      name
      email
      phone
      blacklistedAt
    }
    answeredBy {
      id
      name
    }
    delivery {
      state
      nextAttemptAt
      sentAt
      errorCode
      errorMessage
      log {
        id
        startedAt
        durationMs
        status
        errorCode
        detail
      }
    }
  }
`)

export type OfflineMessage = ResultOf<typeof offlineMessageFields>

export const offlineMessagesQuery = graphql(
  `
    query OfflineMessages($search: String, $filter: OfflineMessageFilter, $first: Int!, $after: String) {
      offlineMessages(search: $search, filter: $filter, first: $first, after: $after) {
        nodes {
          ...OfflineMessageFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [offlineMessageFields],
)

export const offlineMessageQuery = graphql(
  `
    query OfflineMessage($id: ID!) {
      offlineMessage(id: $id) {
        ...OfflineMessageFields
      }
    }
  `,
  [offlineMessageFields],
)

export const newOfflineMessageCountQuery = graphql(`
  query NewOfflineMessageCount {
    newOfflineMessageCount
  }
`)

export const answerOfflineMessageMutation = graphql(
  `
    mutation AnswerOfflineMessage($input: AnswerOfflineMessageInput!) {
      answerOfflineMessage(input: $input) {
        offlineMessage {
          ...OfflineMessageFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [offlineMessageFields, userErrorFields],
)
