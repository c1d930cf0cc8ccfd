import { chatFields, userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const joinChatSilentlyMutation = graphql(
  `
    mutation JoinChatSilently($input: JoinChatSilentlyInput!) {
      joinChatSilently(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const leaveChatSilentlyMutation = graphql(
  `
    mutation LeaveChatSilently($input: LeaveChatSilentlyInput!) {
      leaveChatSilently(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)
