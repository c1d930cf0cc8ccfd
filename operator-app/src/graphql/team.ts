import { operatorFields, userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const memberFields = graphql(
  `
    fragment MemberFields on Operator {
      ...OperatorFields
      workload {
        since
        chats
        longestWaitSince
        offers
        answeredToday
        firstReplySeconds
      }
    }
  `,
  [operatorFields],
)

/** Somebody whom the viewer looks after. */
export type Member = ResultOf<typeof memberFields>

export const teamQuery = graphql(
  `
    query Team($first: Int!, $after: String) {
      team(first: $first, after: $after) {
        totalCount
        nodes {
          ...MemberFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [memberFields],
)

/** Something has happened that the numbers may depend on. */
export const teamChangesSubscription = graphql(`
  subscription TeamChanges {
    events {
      __typename
    }
  }
`)

export const setOperatorAwayMutation = graphql(
  `
    mutation SetOperatorAway($input: SetOperatorAwayInput!) {
      setOperatorAway(input: $input) {
        operator {
          ...OperatorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [operatorFields, userErrorFields],
)
