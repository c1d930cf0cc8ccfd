import { graphql, type ResultOf } from './graphql.ts'

const callOrderFields = graphql(`
  fragment CallOrderFields on CallOrder {
    id
    webhookId
    state
    body
    errorMessage
    nextAttemptAt
    createdAt
    call {
      id
      phone
    }
    log {
      id
      startedAt
      durationMs
      status
      errorCode
      detail
    }
  }
`)

export type CallOrder = ResultOf<typeof callOrderFields>

export const callOrdersQuery = graphql(
  `
    query CallOrders($state: CallOrderState, $first: Int!, $after: String) {
      callSettings {
        orders(state: $state, first: $first, after: $after) {
          nodes {
            ...CallOrderFields
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [callOrderFields],
)
