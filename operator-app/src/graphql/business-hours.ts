import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const businessHoursFields = graphql(`
  fragment BusinessHoursFields on BusinessHours {
    id
    channel {
      id
      name
    }
    department {
      id
      name
    }
    timeZone
    weekly {
      day
      from
      to
    }
    holidays {
      date
      name
    }
    closedUntil
    open
    opensAt
  }
`)

export type BusinessHours = ResultOf<typeof businessHoursFields>
export type WeeklyHours = BusinessHours['weekly'][number]
export type Holiday = BusinessHours['holidays'][number]

export const businessHoursQuery = graphql(
  `
    query BusinessHours {
      businessHours {
        ...BusinessHoursFields
      }
    }
  `,
  [businessHoursFields],
)

export const updateBusinessHoursMutation = graphql(
  `
    mutation UpdateBusinessHours($input: UpdateBusinessHoursInput!) {
      updateBusinessHours(input: $input) {
        businessHours {
          ...BusinessHoursFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [businessHoursFields, userErrorFields],
)

export const deleteBusinessHoursMutation = graphql(
  `
    mutation DeleteBusinessHours($input: DeleteBusinessHoursInput!) {
      deleteBusinessHours(input: $input) {
        deletedId
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
