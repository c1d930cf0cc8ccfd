import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const checkFields = graphql(`
  fragment InstallationCheckFields on InstallationCheck {
    checkedAt
    findings {
      check
      state
      found
      advice
    }
  }
`)

export type InstallationCheck = ResultOf<typeof checkFields>
export type InstallationFinding = InstallationCheck['findings'][number]

export const installationQuery = graphql(
  `
    query Installation {
      installation {
        version
        stores {
          store
          isUp
          latencyMs
          version
        }
        processes {
          role
          version
          startedAt
          seenAt
          isSilent
          figures {
            host
            operatorSockets
            visitorSockets
            filesWaiting
            memory
          }
        }
        load {
          deliveries {
            kind
            sending
            due
            waiting
            overdueSeconds
          }
          queues {
            name
            jobs
          }
          freeFileSpace
        }
        lastCheck {
          ...InstallationCheckFields
        }
      }
    }
  `,
  [checkFields],
)

export type Installation = ResultOf<typeof installationQuery>['installation']

export const checkInstallationMutation = graphql(
  `
    mutation CheckInstallation($input: CheckInstallationInput!) {
      checkInstallation(input: $input) {
        check {
          ...InstallationCheckFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [checkFields, userErrorFields],
)
