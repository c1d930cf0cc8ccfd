import { userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const updateAccountMutation = graphql(
  `
    mutation UpdateAccount($input: UpdateAccountInput!) {
      updateAccount(input: $input) {
        account {
          id
          name
          awayReasons
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const firstStepsQuery = graphql(`
  query FirstSteps {
    firstSteps {
      widgetSeenOn
      hasChat
      hasColleague
      hasPhoto
      isNamed
    }
  }
`)
