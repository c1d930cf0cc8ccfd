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

export const closeChatsMutation = graphql(
  `
    mutation CloseChats($input: CloseChatsInput!) {
      closeChats(input: $input) {
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

export const takeOverChatsMutation = graphql(
  `
    mutation TakeOverChats($input: TakeOverChatsInput!) {
      takeOverChats(input: $input) {
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

export const transferChatsMutation = graphql(
  `
    mutation TransferChats($input: TransferChatsInput!) {
      transferChats(input: $input) {
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

export const markChatsReadMutation = graphql(
  `
    mutation MarkChatsRead($input: MarkChatsReadInput!) {
      markChatsRead(input: $input) {
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

export const markChatsUnreadMutation = graphql(
  `
    mutation MarkChatsUnread($input: MarkChatsUnreadInput!) {
      markChatsUnread(input: $input) {
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
