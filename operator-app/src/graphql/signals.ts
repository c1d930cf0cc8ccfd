import { operatorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

/** Who is typing and who is present: transient, and never replayed. */
export const signalsSubscription = graphql(
  `
    subscription Signals {
      signals {
        __typename
        ... on TypingChanged {
          chat {
            id
          }
          actor {
            __typename
            id
          }
          typing
        }
        ... on PresenceChanged {
          operator {
            ...OperatorFields
          }
        }
      }
    }
  `,
  [operatorFields],
)

export type Signal = ResultOf<typeof signalsSubscription>['signals']
