import { graphql, type ResultOf } from './graphql.ts'

const reportTimes = graphql(`
  fragment ReportTimesFields on ReportTimes {
    count
    median
    p90
  }
`)

const reportFigures = graphql(
  `
    fragment ReportFiguresFields on ReportFigures {
      chats
      answered
      missed
      answeredByBot
      ratedPositive
      ratedNegative
      transfers
      chatsAtOnce
      firstReply {
        ...ReportTimesFields
      }
      firstReplyInHours {
        ...ReportTimesFields
      }
      firstReplyOutOfHours {
        ...ReportTimesFields
      }
      reply {
        ...ReportTimesFields
      }
      handling {
        ...ReportTimesFields
      }
      firstReplyTarget {
        met
        missed
      }
      closingTarget {
        met
        missed
      }
    }
  `,
  [reportTimes],
)

const reportContacts = graphql(`
  fragment ReportContactsFields on ReportContacts {
    calls
    answeredCalls
    missedCalls
    offlineMessages
    answeredOfflineMessages
    invitations
    acceptedInvitations
    automaticInvitations
    answeredAutomaticInvitations
  }
`)

export const reportQuery = graphql(
  `
    query Report($from: String!, $to: String!, $filter: ReportFilter, $compare: Boolean!) {
      report(from: $from, to: $to, filter: $filter, compare: $compare) {
        timeZone
        isIncomplete
        figures {
          ...ReportFiguresFields
        }
        before {
          ...ReportFiguresFields
        }
        contacts {
          ...ReportContactsFields
        }
        contactsBefore {
          ...ReportContactsFields
        }
        periods {
          start
          figures {
            chats
            answered
            missed
            answeredByBot
          }
          before {
            chats
            answered
            missed
            answeredByBot
          }
        }
        hours: rows(by: HOUR) {
          hour
          figures {
            chats
            missed
          }
        }
        presence {
          operator {
            id
            name
          }
          onlineSeconds
          awaySeconds
          onlineSecondsBefore
          awaySecondsBefore
          away {
            reason
            seconds
          }
        }
        comments {
          id
          rating
          ratingComment
          closedAt
        }
      }
    }
  `,
  [reportFigures, reportContacts],
)

const rowFigures = graphql(`
  fragment ReportRowFigures on ReportFigures {
    chats
    answered
    missed
    ratedPositive
    ratedNegative
    firstReply {
      median
      p90
    }
  }
`)

export const reportRowsQuery = graphql(
  `
    query ReportRows(
      $from: String!
      $to: String!
      $filter: ReportFilter
      $compare: Boolean!
      $by: ReportDimension!
    ) {
      report(from: $from, to: $to, filter: $filter, compare: $compare) {
        rows(by: $by) {
          channel {
            id
            name
          }
          department {
            id
            name
          }
          operator {
            id
            name
          }
          tag {
            id
            name
          }
          bot {
            id
            name
          }
          country
          page
          isDeleted
          figures {
            ...ReportRowFigures
          }
          before {
            ...ReportRowFigures
          }
        }
      }
    }
  `,
  [rowFigures],
)

export type Report = ResultOf<typeof reportQuery>['report']
export type ReportRow = ResultOf<typeof reportRowsQuery>['report']['rows'][number]
export type ReportFigures = Report['figures']

/** The bots and countries that a report of all chats counts, to choose from. */
export const reportChoicesQuery = graphql(`
  query ReportChoices($from: String!, $to: String!) {
    report(from: $from, to: $to) {
      bots: rows(by: BOT) {
        bot {
          id
          name
        }
      }
      countries: rows(by: COUNTRY) {
        country
      }
    }
  }
`)
