import { userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const weeklyReportQuery = graphql(`
  query WeeklyReport {
    viewer {
      getsWeeklyReport
      account {
        id
        sendsMail
      }
    }
  }
`)

export const setWeeklyReportMutation = graphql(
  `
    mutation SetWeeklyReport($input: SetWeeklyReportInput!) {
      setWeeklyReport(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
