import { userErrorFields, visitorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const visitorToMergeQuery = graphql(
  `
    query VisitorToMerge($number: Int!, $survivorId: ID!) {
      survivor: visitor(by: { id: $survivorId }) {
        channel {
          id
        }
      }
      visitor(by: { number: $number }) {
        ...VisitorFields
        channel {
          id
        }
        mergedInto {
          number
        }
      }
    }
  `,
  [visitorFields],
)

export const visitorHistoryQuery = graphql(`
  query VisitorHistory($id: ID!, $first: Int!, $after: String) {
    visitor(by: { id: $id }) {
      history(first: $first, after: $after) {
        nodes {
          id
          action
          createdAt
          note
          actor {
            __typename
            id
            name
          }
          changes {
            field
            before
            after
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

export type VisitorChange = NonNullable<
  ResultOf<typeof visitorHistoryQuery>['visitor']
>['history']['nodes'][number]

export const updateVisitorMutation = graphql(
  `
    mutation UpdateVisitor($input: UpdateVisitorInput!) {
      updateVisitor(input: $input) {
        visitor {
          ...VisitorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [visitorFields, userErrorFields],
)

export const blacklistVisitorMutation = graphql(
  `
    mutation BlacklistVisitor($input: BlacklistVisitorInput!) {
      blacklistVisitor(input: $input) {
        visitor {
          ...VisitorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [visitorFields, userErrorFields],
)

export const unblacklistVisitorMutation = graphql(
  `
    mutation UnblacklistVisitor($input: UnblacklistVisitorInput!) {
      unblacklistVisitor(input: $input) {
        visitor {
          ...VisitorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [visitorFields, userErrorFields],
)

export const mergeVisitorsMutation = graphql(
  `
    mutation MergeVisitors($input: MergeVisitorsInput!) {
      mergeVisitors(input: $input) {
        visitor {
          ...VisitorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [visitorFields, userErrorFields],
)

/** Why a visitor cannot be erased at the moment. */
export const visitorUnderWayQuery = graphql(`
  query VisitorUnderWay($id: ID!) {
    visitor(by: { id: $id }) {
      chats(filter: { status: [QUEUED, BOT, ACTIVE] }, first: 1) {
        nodes {
          id
        }
      }
      calls(first: 1) {
        nodes {
          endedAt
        }
      }
    }
  }
`)

export const eraseVisitorMutation = graphql(
  `
    mutation EraseVisitor($input: EraseVisitorInput!) {
      eraseVisitor(input: $input) {
        erasedId
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
