import { messageFields, userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const sendMessageMutation = graphql(
  `
    mutation SendMessage($input: SendMessageInput!) {
      sendMessage(input: $input) {
        message {
          ...MessageFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [messageFields, userErrorFields],
)

export const retryDeliveryMutation = graphql(
  `
    mutation RetryDelivery($input: RetryDeliveryInput!) {
      retryDelivery(input: $input) {
        delivery {
          id
          state
          attempts
          errorCode
          errorMessage
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const setTypingMutation = graphql(
  `
    mutation SetTyping($input: SetTypingInput!) {
      setTyping(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
