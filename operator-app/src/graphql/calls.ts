import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const callFields = graphql(`
  fragment CallFields on Call {
    id
    type
    phone
    state
    revision
    reason
    outcome
    recordUrl
    gateway
    offered
    channel {
      id
      name
    }
    visitor {
      id
      number
      name
      email
      phone
      photoUrl
    }
    chat {
      id
      number
      status
    }
    operator {
      id
      name
    }
    endedAt
    createdAt
  }
`)

export type Call = ResultOf<typeof callFields>

export const callsQuery = graphql(
  `
    query Calls($filter: CallFilter, $first: Int!, $after: String) {
      calls(filter: $filter, first: $first, after: $after) {
        nodes {
          ...CallFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [callFields],
)

export const callQuery = graphql(
  `
    query Call($id: ID!) {
      call(id: $id) {
        ...CallFields
        log {
          state
          reason
          occurredAt
          actor {
            __typename
            id
            name
          }
        }
      }
    }
  `,
  [callFields],
)

export type CallStep = NonNullable<ResultOf<typeof callQuery>['call']>['log'][number]

export const callsOfVisitorQuery = graphql(
  `
    query CallsOfVisitor($visitorId: ID!, $first: Int!) {
      callbackAvailability(visitorId: $visitorId) {
        state
      }
      node(id: $visitorId) {
        ... on Visitor {
          calls(first: $first) {
            nodes {
              ...CallFields
            }
            pageInfo {
              hasNextPage
            }
          }
        }
      }
    }
  `,
  [callFields],
)

export const startCallMutation = graphql(
  `
    mutation StartCall($input: StartCallInput!) {
      startCall(input: $input) {
        call {
          ...CallFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [callFields, userErrorFields],
)

export const takeCallMutation = graphql(
  `
    mutation TakeCall($input: TakeCallInput!) {
      takeCall(input: $input) {
        call {
          ...CallFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [callFields, userErrorFields],
)

export const markCallConnectedMutation = graphql(
  `
    mutation MarkCallConnected($input: MarkCallConnectedInput!) {
      markCallConnected(input: $input) {
        call {
          ...CallFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [callFields, userErrorFields],
)

export const endCallMutation = graphql(
  `
    mutation EndCall($input: EndCallInput!) {
      endCall(input: $input) {
        call {
          ...CallFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [callFields, userErrorFields],
)

export const failCallMutation = graphql(
  `
    mutation FailCall($input: FailCallInput!) {
      failCall(input: $input) {
        call {
          ...CallFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [callFields, userErrorFields],
)
