import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf, type VariablesOf } from './graphql.ts'

const callSettingsFields = graphql(`
  fragment CallSettingsFields on CallSettings {
    enabled
    channels {
      id
    }
    timeZone
    hours {
      day
      from
      to
    }
    countries
    balance
    gateway
    gatewayUrl
    hasReportUrl
    hasSecret
  }
`)

export type CallSettings = ResultOf<typeof callSettingsFields>

export const callSettingsQuery = graphql(
  `
    query CallSettings {
      callSettings {
        ...CallSettingsFields
        lastOrder: orders(first: 1) {
          nodes {
            id
          }
        }
      }
    }
  `,
  [callSettingsFields],
)

export const updateCallSettingsMutation = graphql(
  `
    mutation UpdateCallSettings($input: UpdateCallSettingsInput!) {
      updateCallSettings(input: $input) {
        callSettings {
          ...CallSettingsFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [callSettingsFields, userErrorFields],
)

export type CallSettingsInput = VariablesOf<typeof updateCallSettingsMutation>['input']

export const rotateCallSecretMutation = graphql(
  `
    mutation RotateCallSecret {
      rotateCallSecret {
        secret
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const rotateCallTokenMutation = graphql(
  `
    mutation RotateCallToken {
      rotateCallToken {
        reportUrl
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
