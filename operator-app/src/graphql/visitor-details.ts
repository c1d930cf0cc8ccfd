import { graphql, type ResultOf } from './graphql.ts'

const detailsFields = graphql(`
  fragment DetailsFields on Visitor {
    id
    pageUrl
    customerId
    isVerified
    details {
      onSite
      invitation {
        text
        operator {
          name
        }
        createdAt
      }
      pageTitle
      referrer
      campaign {
        source
        medium
        campaign
        content
        term
      }
      trail {
        url
        title
        at
      }
      pages
      visits
      userAgent
      language
      address
      place {
        country
        region
        city
        organization
      }
      customData {
        content
        title
        key
        link
        linkRemoved
      }
      attributes
      startedAt
    }
  }
`)

export type DetailedVisitor = ResultOf<typeof detailsFields>
export type CustomDataItem = NonNullable<DetailedVisitor['details']>['customData'][number]

export const visitorDetailsQuery = graphql(
  `
    query VisitorDetails($id: ID!) {
      visitor(by: { id: $id }) {
        ...DetailsFields
      }
    }
  `,
  [detailsFields],
)

export const visitorLanguageQuery = graphql(`
  query VisitorLanguage($id: ID!) {
    visitor(by: { id: $id }) {
      details {
        language
      }
    }
  }
`)

/** What a visitor's page reports and which pages they visit; only the present state. */
export const visitorDetailsSubscription = graphql(
  `
    subscription VisitorDetailsChanged($visitorId: ID!) {
      visitChanges(visitorId: $visitorId) {
        visitor {
          ...DetailsFields
        }
      }
    }
  `,
  [detailsFields],
)
