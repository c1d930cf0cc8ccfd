import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const chatSettingsFields = graphql(`
  fragment ChatSettingsFields on ChatSettings {
    leftAloneMinutes
  }
`)

export type ChatSettings = ResultOf<typeof chatSettingsFields>

export const chatSettingsQuery = graphql(
  `
    query ChatSettings {
      chatSettings {
        ...ChatSettingsFields
      }
    }
  `,
  [chatSettingsFields],
)

export const updateChatSettingsMutation = graphql(
  `
    mutation UpdateChatSettings($input: UpdateChatSettingsInput!) {
      updateChatSettings(input: $input) {
        chatSettings {
          ...ChatSettingsFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatSettingsFields, userErrorFields],
)
