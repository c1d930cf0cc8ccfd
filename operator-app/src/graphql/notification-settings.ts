import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const notificationSettingsFields = graphql(`
  fragment NotificationSettingsFields on NotificationSettings {
    choices {
      kind
      ways
    }
    sound
    channelIds
    pushShowsText
    mailMinutes
    mailShowsText
    quietHours {
      from
      to
      timeZone
    }
  }
`)

export type NotificationSettings = ResultOf<typeof notificationSettingsFields>
export type NotificationKind = NotificationSettings['choices'][number]['kind']
export type NotificationWay = NotificationSettings['choices'][number]['ways'][number]

export const updateNotificationSettingsMutation = graphql(
  `
    mutation UpdateNotificationSettings($input: UpdateNotificationSettingsInput!) {
      updateNotificationSettings(input: $input) {
        notificationSettings {
          ...NotificationSettingsFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [notificationSettingsFields, userErrorFields],
)
