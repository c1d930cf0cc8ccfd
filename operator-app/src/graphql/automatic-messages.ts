import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const automaticMessageFields = graphql(`
  fragment AutomaticMessageFields on AutomaticMessage {
    kind
    enabled
    delaySeconds
    texts {
      language
      text
    }
  }
`)

export type AutomaticMessage = ResultOf<typeof automaticMessageFields>

export const automaticMessagesQuery = graphql(
  `
    query AutomaticMessages($id: ID!) {
      channel(id: $id) {
        id
        automaticMessages {
          ...AutomaticMessageFields
        }
      }
    }
  `,
  [automaticMessageFields],
)

export const updateAutomaticMessagesMutation = graphql(
  `
    mutation UpdateAutomaticMessages($input: UpdateChannelInput!) {
      updateChannel(input: $input) {
        channel {
          id
          automaticMessages {
            ...AutomaticMessageFields
          }
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [automaticMessageFields, userErrorFields],
)
