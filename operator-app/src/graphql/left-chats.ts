import { userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const leftChatsQuery = graphql(`
  query LeftChats {
    viewer {
      leftChats {
        id
      }
    }
  }
`)

export const acknowledgeLeftChatsMutation = graphql(
  `
    mutation AcknowledgeLeftChats($input: AcknowledgeLeftChatsInput!) {
      acknowledgeLeftChats(input: $input) {
        leftChats {
          id
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
