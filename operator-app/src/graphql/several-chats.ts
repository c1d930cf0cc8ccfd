import { chatFields, userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const resultFields = graphql(
  `
    fragment ChatResultFields on ChatResult {
      chatId
      chat {
        ...ChatFields
      }
      userErrors {
        ...UserErrorFields
      }
    }
  `,
  [chatFields, userErrorFields],
)

/** What became of one of several chats. */
export type ChatResult = ResultOf<typeof resultFields>

export const tagChatsMutation = graphql(
  `
    mutation TagChats($input: TagChatsInput!) {
      tagChats(input: $input) {
        results {
          ...ChatResultFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [resultFields, userErrorFields],
)
