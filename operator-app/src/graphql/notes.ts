import { messageFields, userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const writeNoteMutation = graphql(
  `
    mutation WriteNote($input: WriteNoteInput!) {
      writeNote(input: $input) {
        note {
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

export const editMessageMutation = graphql(
  `
    mutation EditMessage($input: EditMessageInput!) {
      editMessage(input: $input) {
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

export const deleteMessageMutation = graphql(
  `
    mutation DeleteMessage($input: DeleteMessageInput!) {
      deleteMessage(input: $input) {
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
