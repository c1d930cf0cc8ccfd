import { userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const pushQuery = graphql(`
  query Push {
    viewer {
      hasPush
      pushKey
    }
  }
`)

export const subscribeToPushMutation = graphql(
  `
    mutation SubscribeToPush($input: SubscribeToPushInput!) {
      subscribeToPush(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const unsubscribeFromPushMutation = graphql(
  `
    mutation UnsubscribeFromPush {
      unsubscribeFromPush {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const sendTestPushMutation = graphql(
  `
    mutation SendTestPush {
      sendTestPush {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
