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
    extraFields
    disabledReason
    disabledAt
    failingSince
    secretRotatedAt
    hasOldSecret
  }
`)

export type Endpoint = ResultOf<typeof endpointFields>
export type WebhookEventName = Endpoint['events'][number]

export const endpointsQuery = graphql(
  `
    query WebhookEndpoints($first: Int!, $after: String) {
      webhookEndpoints(first: $first, after: $after) {
        edges {
          node {
            ...EndpointFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
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
