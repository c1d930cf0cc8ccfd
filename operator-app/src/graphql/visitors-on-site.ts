import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const siteVisitorFields = graphql(`
  fragment SiteVisitorFields on Visitor {
    id
    number
    name
    email
    phone
    photoUrl
    pageUrl
    openChats: chats(first: 1, filter: { status: [BOT, QUEUED, ACTIVE] }) {
      nodes {
        id
      }
    }
    details {
      onSite
      invitation {
        createdAt
      }
      pageTitle
      referrer
      pages
      visits
      place {
        country
        countryCode
        city
      }
      startedAt
      lastSeenAt
    }
  }
`)

export type SiteVisitor = ResultOf<typeof siteVisitorFields>

export const visitorsOnSiteQuery = graphql(
  `
    query VisitorsOnSite($first: Int!, $after: String) {
      visitorsOnSite(first: $first, after: $after) {
        totalCount
        edges {
          cursor
          node {
            ...SiteVisitorFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [siteVisitorFields],
)

export const visitorsOnSiteCountQuery = graphql(`
  query VisitorsOnSiteCount {
    visitorsOnSite {
      totalCount
    }
  }
`)

/** Who comes, goes, or is on another page: true only now. */
export const visitChangesSubscription = graphql(
  `
    subscription VisitChanges {
      visitChanges {
        visitor {
          ...SiteVisitorFields
        }
      }
    }
  `,
  [siteVisitorFields],
)

export const inviteVisitorMutation = graphql(
  `
    mutation InviteVisitor($input: InviteVisitorInput!) {
      inviteVisitor(input: $input) {
        visitor {
          id
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
