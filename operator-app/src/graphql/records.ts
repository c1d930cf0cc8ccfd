import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const mailsQuery = graphql(`
  query Mails($state: MailState, $first: Int!, $after: String) {
    mails(state: $state, first: $first, after: $after) {
      nodes {
        id
        kind
        recipient
        subject
        state
        nextAttemptAt
        errorCode
        errorMessage
        createdAt
        log {
          id
          startedAt
          durationMs
          status
          errorCode
          detail
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type LoggedMail = ResultOf<typeof mailsQuery>['mails']['nodes'][number]

/** The bodies can be large, and are read for the mail that somebody looks at. */
export const mailBodyQuery = graphql(`
  query MailBody($id: ID!) {
    node(id: $id) {
      ... on Mail {
        text
        html
      }
    }
  }
`)

export const resendMailMutation = graphql(
  `
    mutation ResendMail($input: ResendMailInput!) {
      resendMail(input: $input) {
        mail {
          id
          state
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const auditEntriesQuery = graphql(`
  query AuditEntries($filter: AuditFilter, $first: Int!, $after: String) {
    auditEntries(filter: $filter, first: $first, after: $after) {
      nodes {
        id
        action
        label
        note
        address
        userAgent
        createdAt
        subjectType
        subjectId
        visitor {
          id
          name
          email
          phone
          number
          chats(first: 1) {
            nodes {
              id
            }
          }
        }
        chat {
          id
        }
        actor {
          __typename
          id
          name
        }
        changes {
          field
          before
          after
          mentions {
            text
            name
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type AuditEntry = ResultOf<typeof auditEntriesQuery>['auditEntries']['nodes'][number]

const retentionFields = graphql(`
  fragment RetentionFields on Retention {
    keepChatsDays
    keepFilesDays
    keepCallsDays
    keepLogsDays
  }
`)

export type Retention = ResultOf<typeof retentionFields>

export const retentionQuery = graphql(
  `
    query Retention {
      retention {
        ...RetentionFields
      }
    }
  `,
  [retentionFields],
)

export const updateRetentionMutation = graphql(
  `
    mutation UpdateRetention($input: UpdateRetentionInput!) {
      updateRetention(input: $input) {
        retention {
          ...RetentionFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [retentionFields, userErrorFields],
)
