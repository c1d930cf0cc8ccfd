import { graphql, type ResultOf } from './graphql.ts'

const detailsFields = graphql(`
  fragment VisitorSiteFields on Visitor {
    id
    pageUrl
    customerId
    isVerified
    details {
      onSite
      pageTitle
      referrer
      campaign {
        source
        medium
        campaign
        term
        content
      }
      trail {
        url
        title
        at
      }
      pages
      visits
      userAgent
      address
      place {
        country
        region
        city
        organization
      }
      customData {
        title
        key
        content
        link
        linkRemoved
      }
      attributes
    }
  }
`)

export type VisitorSite = ResultOf<typeof detailsFields>

export const visitorSiteQuery = graphql(
  `
    query VisitorSite($id: ID!) {
      visitor(by: { id: $id }) {
        ...VisitorSiteFields
      }
    }
  `,
  [detailsFields],
)

/** Where one visitor goes, and what their page tells of them: true only now. */
export const visitorSiteSubscription = graphql(
  `
    subscription VisitorSiteChanges($id: ID!) {
      visitChanges(visitorId: $id) {
        visitor {
          ...VisitorSiteFields
        }
      }
    }
  `,
  [detailsFields],
)
