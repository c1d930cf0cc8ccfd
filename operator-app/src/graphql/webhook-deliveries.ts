import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const deliveryFields = graphql(`
  fragment WebhookDeliveryFields on WebhookDelivery {
    id
    webhookId
    event
    isTest
    state
    body
    note
    errorMessage
    nextAttemptAt
    createdAt
    chat {
      id
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

export type WebhookDelivery = ResultOf<typeof deliveryFields>

export const deliveriesQuery = graphql(
  `
    query WebhookDeliveries(
      $id: ID!
      $state: WebhookDeliveryState
      $event: WebhookEvent
      $first: Int!
      $after: String
    ) {
      webhookEndpoint(id: $id) {
        deliveries(state: $state, event: $event, first: $first, after: $after) {
          edges {
            node {
              ...WebhookDeliveryFields
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
  [deliveryFields],
)

export const deliveryStateQuery = graphql(`
  query WebhookDeliveryState($id: ID!) {
    node(id: $id) {
      ... on WebhookDelivery {
        state
      }
    }
  }
`)

export const sendTestMutation = graphql(
  `
    mutation SendTestWebhook($input: SendTestWebhookInput!) {
      sendTestWebhook(input: $input) {
        test {
          url
          headers {
            name
            value
          }
          verdict
          delivery {
            ...WebhookDeliveryFields
          }
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [deliveryFields, userErrorFields],
)

export const resendMutation = graphql(
  `
    mutation ResendWebhook($input: ResendWebhookInput!) {
      resendWebhook(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const resendFailedMutation = graphql(
  `
    mutation ResendFailedWebhooks($input: ResendFailedWebhooksInput!) {
      resendFailedWebhooks(input: $input) {
        count
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
