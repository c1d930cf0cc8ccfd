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
        nodes {
          ...SiteVisitorFields
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

/** Who comes, goes, or is on another page among the latest visits: true only now. */
export const visitorsOnSiteSubscription = graphql(
  `
    subscription VisitorsOnSiteChanged($limit: Int!) {
      visitorsOnSiteChanged(limit: $limit) {
        visitors {
          ...SiteVisitorFields
        }
        numbers
        totalCount
      }
    }
  `,
  [siteVisitorFields],
)

export type SiteChange = ResultOf<typeof visitorsOnSiteSubscription>['visitorsOnSiteChanged']

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
