import { userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const developerSettingsQuery = graphql(`
  query DeveloperSettings {
    viewer {
      account {
        id
        sendsMail
        chatLogAddresses
        developerSettings {
          safeUrls
          hasIdentitySecret
        }
      }
    }
  }
`)

export const updateDeveloperSettingsMutation = graphql(
  `
    mutation UpdateDeveloperSettings($input: UpdateDeveloperSettingsInput!) {
      updateDeveloperSettings(input: $input) {
        developerSettings {
          safeUrls
          hasIdentitySecret
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const updateChatLogSettingsMutation = graphql(
  `
    mutation UpdateChatLogSettings($input: UpdateChatLogSettingsInput!) {
      updateChatLogSettings(input: $input) {
        account {
          id
          chatLogAddresses
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
