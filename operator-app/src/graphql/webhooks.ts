import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const endpointFields = graphql(`
  fragment EndpointFields on WebhookEndpoint {
    id
    name
    url
    events
    allChannels
    channels {
      id
      name
    }
    enabled
    disabledReason
    disabledAt
    failingSince
    secretRotatedAt
  }
`)

const deliveryFields = graphql(`
  fragment WebhookDeliveryFields on WebhookDelivery {
    id
    webhookId
    event
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

export type Endpoint = ResultOf<typeof endpointFields>
export type WebhookDelivery = ResultOf<typeof deliveryFields>
export type WebhookEventName = Endpoint['events'][number]

export const endpointsQuery = graphql(
  `
    query WebhookEndpoints($first: Int!) {
      webhookEndpoints(first: $first) {
        edges {
          node {
            ...EndpointFields
          }
        }
      }
    }
  `,
  [endpointFields],
)

export const endpointQuery = graphql(
  `
    query WebhookEndpoint($id: ID!) {
      webhookEndpoint(id: $id) {
        ...EndpointFields
      }
    }
  `,
  [endpointFields],
)

/** Apart from the other fields, so that no cache and no page has secrets that nobody asked to see. */
export const endpointSecretsQuery = graphql(`
  query WebhookSecrets($id: ID!) {
    webhookEndpoint(id: $id) {
      secrets
    }
  }
`)

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

export const createEndpointMutation = graphql(
  `
    mutation CreateWebhookEndpoint($input: CreateWebhookEndpointInput!) {
      createWebhookEndpoint(input: $input) {
        endpoint {
          ...EndpointFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [endpointFields, userErrorFields],
)

export const updateEndpointMutation = graphql(
  `
    mutation UpdateWebhookEndpoint($input: UpdateWebhookEndpointInput!) {
      updateWebhookEndpoint(input: $input) {
        endpoint {
          ...EndpointFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [endpointFields, userErrorFields],
)

export const deleteEndpointMutation = graphql(
  `
    mutation DeleteWebhookEndpoint($input: DeleteWebhookEndpointInput!) {
      deleteWebhookEndpoint(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const rotateSecretMutation = graphql(
  `
    mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
      rotateWebhookSecret(input: $input) {
        endpoint {
          ...EndpointFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [endpointFields, userErrorFields],
)

export const endOldSecretMutation = graphql(
  `
    mutation EndOldWebhookSecret($input: EndOldWebhookSecretInput!) {
      endOldWebhookSecret(input: $input) {
        endpoint {
          ...EndpointFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [endpointFields, userErrorFields],
)

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

export const developerSettingsQuery = graphql(`
  query DeveloperSettings {
    viewer {
      account {
        id
        sendsMail
        chatLogAddresses
        developerSettings {
          safeUrls
          hasIdentitySecret
        }
      }
    }
  }
`)

export const updateDeveloperSettingsMutation = graphql(
  `
    mutation UpdateDeveloperSettings($input: UpdateDeveloperSettingsInput!) {
      updateDeveloperSettings(input: $input) {
        developerSettings {
          safeUrls
          hasIdentitySecret
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const updateChatLogSettingsMutation = graphql(
  `
    mutation UpdateChatLogSettings($input: UpdateChatLogSettingsInput!) {
      updateChatLogSettings(input: $input) {
        account {
          id
          chatLogAddresses
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
