import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const routingSettingsFields = graphql(`
  fragment RoutingSettingsFields on RoutingSettings {
    rules {
      name
      enabled
      conditions {
        field
        comparison
        key
        value
        values
        channels {
          id
          name
        }
        tags {
          id
          name
        }
        days
        from
        to
        is
      }
      department {
        id
        name
      }
      operator {
        id
        name
      }
      priority
    }
    returnDays
    notTakenMinutes
    targets {
      channel {
        id
        name
      }
      department {
        id
        name
      }
      firstReplyMinutes
      closingMinutes
    }
  }
`)

export type RoutingSettings = ResultOf<typeof routingSettingsFields>
export type RoutingRule = RoutingSettings['rules'][number]
export type RoutingCondition = RoutingRule['conditions'][number]
export type ReplyTarget = RoutingSettings['targets'][number]

export const routingSettingsQuery = graphql(
  `
    query RoutingSettings {
      routingSettings {
        ...RoutingSettingsFields
      }
    }
  `,
  [routingSettingsFields],
)

export const updateRoutingSettingsMutation = graphql(
  `
    mutation UpdateRoutingSettings($input: UpdateRoutingSettingsInput!) {
      updateRoutingSettings(input: $input) {
        routingSettings {
          ...RoutingSettingsFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [routingSettingsFields, userErrorFields],
)

export const tryRoutingMutation = graphql(
  `
    mutation TryRouting($input: TryRoutingInput!) {
      tryRouting(input: $input) {
        trial {
          ruleName
          priority
          open
          tellsEveryone
          department {
            id
            name
          }
          operators {
            operator {
              id
              name
            }
            verdict
          }
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export type RoutingTrial = NonNullable<
  NonNullable<ResultOf<typeof tryRoutingMutation>['tryRouting']>['trial']
>
