import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const savedViewFields = graphql(`
  fragment SavedViewFields on SavedView {
    id
    name
    order
    sharing
    canEdit
    pinnedAt
    department {
      id
      name
    }
    createdBy {
      id
      name
    }
    filter {
      status
      channelIds
      departmentIds
      operatorIds
      tagIds
      mine
      ratings
      unansweredMinutes
      hasFailedDeliveries
      visitorOnSite
      snoozed
    }
  }
`)

export const savedViewsQuery = graphql(
  `
    query SavedViews {
      savedViews {
        ...SavedViewFields
      }
    }
  `,
  [savedViewFields],
)

export const createSavedViewMutation = graphql(
  `
    mutation CreateSavedView($input: CreateSavedViewInput!) {
      createSavedView(input: $input) {
        savedView {
          ...SavedViewFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [savedViewFields, userErrorFields],
)

export const updateSavedViewMutation = graphql(
  `
    mutation UpdateSavedView($input: UpdateSavedViewInput!) {
      updateSavedView(input: $input) {
        savedView {
          ...SavedViewFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [savedViewFields, userErrorFields],
)

export const pinSavedViewMutation = graphql(
  `
    mutation PinSavedView($input: PinSavedViewInput!) {
      pinSavedView(input: $input) {
        savedView {
          ...SavedViewFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [savedViewFields, userErrorFields],
)

export const deleteSavedViewMutation = graphql(
  `
    mutation DeleteSavedView($input: DeleteSavedViewInput!) {
      deleteSavedView(input: $input) {
        deletedId
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export type SavedView = ResultOf<typeof savedViewFields>
